import { decimalIfAny, Fields } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { dayFirst, degreesMinutesIfAny, KNOT_KPH } from '../tools/units.ts';
import { digitSwitches, readSwitch } from '../tools/switches.ts';
import type { Attributes, Message } from '../types.ts';
import { alarmOf } from './alarms.ts';

/** Indexes of the fields, from 0. */
const AT = {
  identity: 1,
  kind: 3,
  satellites: 12,
  accuracy: 14,
  altitude: 17,
  kilometres: 18,
  signal: 23,
  inputs: 24,
  tag: 31,
  state: 32,
  battery: 33,
  reason: 34,
} as const;
const FROM_MEMORY = 'S';
const ANALOGS = 3;

const isBits = (text: string | undefined): text is string => text !== undefined && /^[01]{4}$/.test(text);
const numberIn = (text = ''): number | undefined => decimalIfAny(text);

/**
 * Reads these fields in order: "$MGV002", identity, name, live or from memory, date, time, fix, coordinates, three
 * counts of satellites, accuracy, knots, course, metres, kilometres, cell, signal, inputs and outputs, measurements,
 * thermometers, tag, state, battery, reason.
 */
export function newerReport(text: string): { identity: string; message: Message } {
  const fields = text.split(',');
  const identity = fields[AT.identity] ?? '';
  const [day = '', clock = ''] = fields.slice(4, 6);
  const time = timeIfAny(() => dayFirst(day, clock));
  const attributes: Attributes = { ...about(fields), ...insAndOuts(fields) };
  const reason = (fields[AT.reason] ?? '').split(';')[0] ?? '';
  Object.assign(attributes, alarmOf(reason), reason !== '' && { event: reason.trim() });
  return { identity, message: { kind: 'report', ...timedWithZeros(time, place(fields)), attributes } };
}

/** Without coordinates if there were none yet. */
function place(fields: readonly string[]) {
  const [state, lat = '', south = '', lon = '', west = ''] = fields.slice(6);
  const movement = new Fields(fields.slice(AT.accuracy + 1, AT.altitude + 1).join(','));
  return {
    valid: state === 'A',
    lat: degreesMinutesIfAny(lat, south),
    lon: degreesMinutesIfAny(lon, west),
    speedKph: (movement.numberIfAny() ?? 0) * KNOT_KPH,
    courseDeg: movement.numberIfAny(),
    altitudeM: movement.numberIfAny(),
  };
}

function about(fields: readonly string[]): Attributes {
  const reported: Attributes = {};
  if (fields[AT.kind] === FROM_MEMORY) reported.archived = true;
  const satellites = numberIn(fields[AT.satellites]);
  if (satellites !== undefined) reported.satellites = satellites;
  reported.hdop = numberIn(fields[AT.accuracy]) ?? 0;
  const kilometres = numberIn(fields[AT.kilometres]);
  if (kilometres !== undefined) reported.odometerM = Math.round(kilometres * 1000);
  const signal = numberIn(fields[AT.signal]);
  if (signal !== undefined && signal <= 31) reported.rssi = signal;
  const battery = fields[AT.battery] ?? '';
  if (/^\d{1,3}$/.test(battery) && Number(battery) <= 100) reported.batteryPercent = Number(battery);
  // Whether it is charging, then the strap of wrist devices.
  readSwitch(reported, 'charging', fields[AT.state]?.charAt(0));
  return reported;
}

/** In personal trackers heart rate and steps come first, or instead. */
function insAndOuts(fields: readonly string[]): Attributes {
  const reported: Attributes = {};
  const first = isBits(fields[AT.inputs]) ? AT.inputs : isBits(fields[AT.inputs + 1]) ? AT.inputs + 1 : null;
  if (first === null) {
    const [heart, steps] = [numberIn(fields[AT.inputs]), numberIn(fields[AT.inputs + 1])];
    return { ...(heart !== undefined && heart > 0 && { heartRate: heart }), ...(steps !== undefined && { steps }) };
  }
  const [inputs = '', outputs = ''] = fields.slice(first);
  Object.assign(reported, digitSwitches('input', inputs, 'last'));
  if (isBits(outputs)) Object.assign(reported, digitSwitches('output', outputs, 'last'));
  for (let index = 1; index <= ANALOGS; index += 1) {
    const value = numberIn(fields[first + 1 + index]);
    if (value !== undefined) reported[`analog${index}`] = value;
  }
  for (const index of [1, 2]) {
    const celsius = numberIn(fields[first + 1 + ANALOGS + index]);
    if (celsius !== undefined) reported[`temperature${index}C`] = celsius;
  }
  const tag = first === AT.inputs ? (fields[AT.tag] ?? '') : '';
  if (tag !== '') reported.driverTag = tag;
  return reported;
}
