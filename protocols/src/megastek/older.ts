import { BadFrame } from '../tools/bad-frame.ts';
import { decimalIfAny } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { dayFirst, degreesMinutesIfAny, KNOT_KPH } from '../tools/units.ts';
import { digitSwitches, readSwitch } from '../tools/switches.ts';
import type { Attributes, Message } from '../types.ts';
import { alarmOf } from './alarms.ts';

const SENTENCE = '$GPRMC,';
const IMEI = 'imei:';
const BATTERY = 'Battery=';
/** Fields of the sentence after its name, up to the date. */
const DAY = 8;
const numberOr0 = (text = '') => decimalIfAny(text) ?? 0;

/**
 * Reads these fields in order: "STX" (from memory "LOGSTX"), identity, the receiver's sentence, and fields that differ:
 * with commas around, flag, alarm, identity, satellites, metres, battery, charging, cell; or without, cell, signal,
 * battery, inputs and outputs, alarm.
 */
export function olderReport(text: string): { identities: string[]; message: Message } {
  const archived = text.startsWith('LOG');
  const at = text.indexOf(SENTENCE);
  if (at < 0) throw new BadFrame('there is no place in it');
  const before = text.slice(archived ? 6 : 3, at);
  const name = /[0-9A-Za-z]+/.exec(before)?.[0] ?? '';
  const fields = text.slice(at + SENTENCE.length).split(',');
  const simple = before.startsWith(',');
  const reported = simple ? simpleRest(fields) : otherRest(fields);
  const attributes: Attributes = { ...reported.attributes, ...(archived && { archived }) };
  const [clock = '', state, lat = '', south = '', lon = '', west = '', speed, course, day = ''] = fields;
  const time = timeIfAny(() => dayFirst(day.slice(0, 6), clock));
  const placed = timedWithZeros(time, {
    valid: state === 'A',
    lat: degreesMinutesIfAny(lat, south),
    lon: degreesMinutesIfAny(lon, west),
    speedKph: numberOr0(speed) * KNOT_KPH,
    courseDeg: numberOr0(course),
    altitudeM: reported.altitudeM,
  });
  const identities = [...new Set([reported.imei, name])].filter((identity) => identity !== '');
  return { identities, message: { kind: 'report', ...placed, attributes } };
}

interface Rest {
  imei: string;
  altitudeM: number | null;
  attributes: Attributes;
}

/**
 * Reads these fields in order: flag, alarm, "imei:…", satellites (used/seen), metres, "Battery=…%", charging, cell.
 */
function simpleRest(fields: readonly string[]): Rest {
  const at = fields.findIndex((field) => field.startsWith(IMEI));
  if (at < 0) return { imei: '', altitudeM: null, attributes: {} };
  const [, satellites = '', altitude = '', battery = '', ...behind] = fields.slice(at);
  const attributes: Attributes = { ...alarmOf(fields[at - 1] ?? '') };
  const used = Number.parseInt(satellites, 10);
  if (used >= 0) attributes.satellites = used;
  const percent = battery.startsWith(BATTERY) ? Number.parseInt(battery.slice(BATTERY.length), 10) : Number.NaN;
  if (percent >= 0 && percent <= 100) attributes.batteryPercent = percent;
  readSwitch(attributes, 'charging', behind[0] === '' ? behind[1] : behind[0]);
  const imei = (fields[at] ?? '').slice(IMEI.length);
  return { imei, altitudeM: decimalIfAny(altitude) ?? null, attributes };
}

/**
 * Reads these fields in order: after the sentence's checksum: country, network, area, cell, signal, battery, flags,
 * inputs, …, alarm.
 */
function otherRest(fields: readonly string[]): Rest {
  const sum = fields.findIndex((field, index) => index >= DAY && field.includes('*'));
  const rest = sum < 0 ? [] : fields.slice(sum + 1);
  const [, , , , signal = '', battery = '', , inputs = ''] = rest;
  const attributes: Attributes = { ...alarmOf((rest.at(-1) ?? '').split(';')[0] ?? '') };
  if (/^\d{1,2}$/.test(signal) && Number(signal) <= 31) attributes.rssi = Number(signal);
  if (/^\d{1,3}$/.test(battery) && Number(battery) <= 100) attributes.batteryPercent = Number(battery);
  if (/^[01]{4}$/.test(inputs)) Object.assign(attributes, digitSwitches('input', inputs, 'last'));
  return { imei: '', altitudeM: null, attributes };
}
