import type { Fields } from '../tools/fields.ts';
import { hexadecimal } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import type { Attributes, Message } from '../types.ts';
import { alarmOf } from './alarms.ts';
import { moment } from './model-report.ts';

/** The possible parts of a message, in order; the bits of its mask, from 1, select them. */
const PARTS = [
  'model',
  'version',
  'live',
  'day',
  'clock',
  'cell',
  'country',
  'network',
  'area',
  'rssi',
  'lat',
  'lon',
  'speed',
  'course',
  'satellites',
  'valid',
  'inputs',
  'outputs',
  'id',
  'modifier',
] as const;
type Part = (typeof PARTS)[number];
const INDEX: ReadonlyMap<Part, number> = new Map(PARTS.map((part, index) => [part, index]));

/** Messages of the newer protocol: mask, then the selected fields. Null if there is no position. */
export function newerReport(type: string, fields: Fields): Message | null {
  if (type === 'BLE') return beacon(fields);
  if (type !== 'STT' && type !== 'ALT' && type !== 'EMG' && type !== 'UEX') return null;
  const mask = hexadecimal(fields.text());
  const parts: (string | undefined)[] = [];
  for (let index = 0; index < PARTS.length; index += 1) {
    parts.push((mask & (1 << (index + 1))) !== 0 && fields.left > 0 ? fields.text() : undefined);
  }
  const reported = (part: Part) => parts[INDEX.get(part) ?? -1];
  const number = (part: Part) => Number(reported(part) ?? Number.NaN);
  const attributes: Attributes = {};
  for (const name of ['rssi', 'satellites'] as const) {
    const value = number(name);
    if (Number.isFinite(value)) attributes[name] = value;
  }
  const inputs = reported('inputs');
  if (inputs !== undefined) {
    attributes.ignition = inputs.endsWith('1');
    attributes.input1 = inputs.at(-2) === '1';
  }
  if (reported('live') === '0') attributes.archived = true;
  if (type !== 'STT') Object.assign(attributes, alarmOf(type, number('id')));
  const [day, clock] = [reported('day'), reported('clock')];
  const time = day === undefined || clock === undefined ? null : timeIfAny(() => moment(day, clock));
  const [lat, lon] = [number('lat'), number('lon')];
  if (!Number.isFinite(lat) || !Number.isFinite(lon)) {
    return { kind: 'report', deviceTime: time, fix: null, attributes };
  }
  const speedKph = number('speed');
  const placed = timedWithZeros(time, {
    valid: reported('valid') !== '0',
    lat,
    lon,
    speedKph: Number.isFinite(speedKph) ? speedKph : 0,
    courseDeg: number('course'),
  });
  return { kind: 'report', ...placed, attributes };
}

/** Reads these fields in order: model, version, date, time, latitude, longitude, then the nearby beacons. */
function beacon(fields: Fields): Message {
  fields.skip(2);
  const day = fields.text();
  const clock = fields.text();
  const [lat, lon] = [fields.number(), fields.number()];
  const time = timeIfAny(() => moment(day, clock));
  return { kind: 'report', ...timedWithZeros(time, { valid: true, lat, lon }), attributes: {} };
}
