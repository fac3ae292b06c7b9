import { BadFrame } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { decimalIfAny } from '../tools/fields.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { degreesMinutesIfAny, yearFirst } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

/** Offsets of a position's fields, which have no separators. */
const AT = { date: 0, fix: 6, lat: 7, lon: 17, speed: 28, clock: 33, course: 39, state: 45 } as const;
const STATE_DIGITS = 14;
/** The field of an alarm is the sixth, after four of the cell. */
const ALARM_FIELD = 5;
const ALARMS = byWord<AlarmCode>({ '01': 'sos', '02': 'lowBattery' });
const NO_ALARM = '00';

/**
 * Reads these fields in order: yymmdd, A or V, latitude ddmm.mmmm, N or S, longitude dddmm.mmmm, E or W, km/h in five
 * characters, hhmmss, course in six, then the state; after commas country, network, area and cell, in an alarm its
 * code.
 */
export function position(type: string, content: string): Message {
  if (content.length < AT.state) throw new BadFrame('the frame ends before its state');
  const time = timeIfAny(() => yearFirst(content.slice(AT.date, AT.fix), content.slice(AT.clock, AT.course)));
  const lat = degreesMinutesIfAny(content.slice(AT.lat, AT.lon - 1), content[AT.lon - 1] ?? '');
  const lon = degreesMinutesIfAny(content.slice(AT.lon, AT.speed - 1), content[AT.speed - 1] ?? '');
  const speedKph = decimalIfAny(content.slice(AT.speed, AT.clock));
  const courseDeg = decimalIfAny(content.slice(AT.course, AT.state));
  const code = type === 'AP10' ? (content.split(',', ALARM_FIELD + 1)[ALARM_FIELD] ?? NO_ALARM) : NO_ALARM;
  const alarm = ALARMS[code];
  return {
    kind: 'report',
    ...timed(time, { valid: content[AT.fix] === 'A', lat, lon, speedKph, courseDeg }),
    attributes: {
      ...common(content, AT.state),
      ...(code !== NO_ALARM && { event: code }),
      ...(alarm !== undefined && { alarm: [alarm] }),
    },
  };
}

/** 1 is yes and 2 is no; 0 means unknown. */
const flag = (digit: number | undefined, yes = 1): boolean | undefined =>
  digit === undefined || digit === 0 ? undefined : digit === yes;

/**
 * Reads these fields in order: signal, satellites and percent of the battery in three digits each, one for the
 * ignition, two for the guard, two for the mode.
 */
function common(text: string, at: number): Attributes {
  const number = (from: number, count: number) => decimalIfAny(text.slice(at + from, at + from + count));
  const [ignition, armed, mode] = [flag(number(9, 1)), flag(number(10, 2)), number(12, 2) ?? 0];
  return {
    rssi: number(0, 3),
    satellites: number(3, 3),
    batteryPercent: Math.min(100, number(6, 3) ?? Number.NaN),
    ...(ignition !== undefined && { ignition }),
    ...(armed !== undefined && { armed }),
    ...(mode !== 0 && { mode }),
  };
}

/** After the state of a vehicle's heartbeat: twelve characters of settings, then engine stopped, charging, moving. */
const SWITCHES_AT = STATE_DIGITS + 12;

/** The content of a heartbeat: from a vehicle with its switches, from a watch with its steps after a comma. */
export function state(type: string, content: string): Attributes {
  const attributes = common(content, 0);
  if (type === 'AP03') {
    const steps = content.split(',', 2)[1] ?? '';
    return steps === '' ? attributes : { ...attributes, steps: decimalIfAny(steps) };
  }
  if (content.length < SWITCHES_AT + 3) return attributes;
  const immobilized = flag(decimalIfAny(content.charAt(SWITCHES_AT)), 2);
  const [charging, motion] = [1, 2].map((at) => flag(decimalIfAny(content.charAt(SWITCHES_AT + at))));
  return {
    ...attributes,
    ...(immobilized !== undefined && { immobilized }),
    ...(charging !== undefined && { charging }),
    ...(motion !== undefined && { motion }),
  };
}
