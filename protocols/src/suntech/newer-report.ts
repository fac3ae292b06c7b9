import type { Fields } from '../tools/fields.ts';
import { hexadecimal } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import type { Attributes, Message } from '../types.ts';
import { alarmOf } from './alarms.ts';
import { moment } from './model-report.ts';

/** What a message may hold, in order; the bits of its mask, from 1, say which of them it does. */
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

/** Messages of the newer protocol: mask, then what it says. Null where there is no place. */
export function newerReport(type: string, fields: Fields): Message | null {
  if (type === 'BLE') return beacon(fields);
  if (type !== 'STT' && type !== 'ALT' && type !== 'EMG' && type !== 'UEX') return null;
  const mask = hexadecimal(fields.text());
  const told = new Map<(typeof PARTS)[number], string>();
  for (const [index, part] of PARTS.entries())
    if ((mask & (1 << (index + 1))) !== 0 && fields.left > 0) told.set(part, fields.text());
  const number = (part: (typeof PARTS)[number]) => Number(told.get(part) ?? Number.NaN);
  const inputs = told.get('inputs');
  const attributes: Attributes = {
    ...(told.has('rssi') && Number.isFinite(number('rssi')) && { rssi: number('rssi') }),
    ...(told.has('satellites') && Number.isFinite(number('satellites')) && { satellites: number('satellites') }),
    ...(inputs !== undefined && { ignition: inputs.endsWith('1'), input1: inputs.at(-2) === '1' }),
    ...(told.get('live') === '0' && { archived: true }),
    ...(type !== 'STT' && alarmOf(type, number('id'))),
  };
  const [day, clock] = [told.get('day'), told.get('clock')];
  const time = day === undefined || clock === undefined ? null : moment(day, clock);
  const [lat, lon] = [number('lat'), number('lon')];
  if (time === null || !Number.isFinite(lat) || !Number.isFinite(lon)) {
    return { kind: 'report', deviceTime: time, fix: null, attributes };
  }
  const speedKph = number('speed');
  const fix = fixOf({
    time,
    valid: told.get('valid') !== '0',
    lat,
    lon,
    speedKph: Number.isFinite(speedKph) ? speedKph : 0,
    courseDeg: number('course'),
  });
  return { kind: 'report', deviceTime: time, fix, attributes };
}

/** Model, version, day, time, latitude, longitude, then the beacons that are near. */
function beacon(fields: Fields): Message {
  fields.skip(2);
  const day = fields.text();
  const time = moment(day, fields.text());
  const [lat, lon] = [fields.number(), fields.number()];
  return { kind: 'report', deviceTime: time, fix: fixOf({ time, valid: true, lat, lon }), attributes: {} };
}
