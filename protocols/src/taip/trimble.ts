import { unlessBad } from '../tools/bad-frame.ts';
import { decimalIfAny, Fields } from '../tools/fields.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { atTimeOfDay, digits } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';
import { degrees } from './place.ts';

const MILE_KM = 1.609344;
const GPS_EPOCH = Date.UTC(1980, 0, 6);
const DAY_MS = 86_400_000;
/** The event of a call for help. */
const SOS = 1;
/** The source for no position. */
const UNKNOWN = '9';

/**
 * Reads "PV" seconds of the day (5), "EV" event (2), weeks of GPS (4), day (1) and seconds (5); then latitude (8),
 * longitude (9), miles per hour (3), course (3), source (1), age (1).
 */
export function trimbleReport(type: 'PV' | 'EV', body: string, parts: readonly string[], now: () => Date): Message {
  const isEvent = type === 'EV';
  const at = isEvent ? 7 : 0;
  const time = timeIfAny(() => {
    const ms = digits(body, at, 5) * 1000;
    if (!isEvent) return atTimeOfDay(ms, now());
    return new Date(GPS_EPOCH + (digits(body, 2, 4) * 7 + digits(body, 6, 1)) * DAY_MS + ms);
  });
  const place = body.slice(at + 5);
  const fix = fixIfAny({
    time,
    valid: place.charAt(23) !== UNKNOWN,
    lat: unlessBad(() => degrees(place, 0, 2)) ?? undefined,
    lon: unlessBad(() => degrees(place, 8, 3)) ?? undefined,
    speedKph: (decimalIfAny(place.slice(17, 20)) ?? 0) * MILE_KM,
    courseDeg: decimalIfAny(place.slice(20, 23)),
    altitudeM: number(valueOf(parts, 'AL')) ?? null,
  });
  const event = isEvent ? decimalIfAny(body.slice(0, 2)) : undefined;
  const attributes: Attributes = {
    ...(event !== undefined && { event }),
    ...(event === SOS && { alarm: ['sos'] }),
    ...keyedValues(parts),
  };
  return { kind: 'report', deviceTime: time, fix, attributes };
}

const valueOf = (parts: readonly string[], name: string) =>
  parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
const number = (text: string | undefined) => (text === undefined ? undefined : new Fields(text).numberIfAny());

/** Bits of the first digit of "IO". */
const [IGNITION, CHARGING] = [1, 2];

/**
 * Reads named values added by makers: IO is the state of outputs and inputs, SV satellites, BL millivolts, VO metres
 * driven, AD analogue.
 */
function keyedValues(parts: readonly string[]): Attributes {
  const attributes: Attributes = {};
  const io = valueOf(parts, 'IO');
  if (io !== undefined && /^\d{3}$/.test(io)) {
    const state = Number(io.charAt(0));
    attributes.ignition = (state & IGNITION) !== 0;
    attributes.charging = (state & CHARGING) !== 0;
    attributes.output = Number(io.charAt(1));
    attributes.input = Number(io.charAt(2));
  }
  const set = (name: string, value: number | undefined, divisor = 1) => {
    if (value !== undefined) attributes[name] = value / divisor;
  };
  set('satellites', number(valueOf(parts, 'SV')));
  set('batteryV', number(valueOf(parts, 'BL')), 1000);
  set('odometerM', number(valueOf(parts, 'VO')));
  set('adc1', number(valueOf(parts, 'AD')));
  return attributes;
}
