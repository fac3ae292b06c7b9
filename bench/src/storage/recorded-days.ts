import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Attributes } from '@milepost/protocols/types';
import type { Position } from '@milepost/tracking/position';
import { seededRandom } from '../random.ts';
import { type Received, type StoredDay, storedDays } from './stored-days.ts';

/** Columns with a place of their own in a position; the others become attributes if they are numbers. */
const TIME = ['time', 'timestamp'];
const LAT = ['lat', 'latitude'];
const LON = ['lon', 'longitude'];
const KNOWN = new Set([...TIME, ...LAT, ...LON, 'id', 'vehicle_id', 'trip_id', 'speed', 'course', 'bearing']);
const DELAY_MS = { least: 250, more: 600 };

/** The stored days of recorded tracks: files of comma-separated values with a line of headings, in a folder. */
export function recordedDays(folder: string): StoredDay[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => file.endsWith('.csv') && statSync(file).isFile())
    .toSorted()
    .flatMap((file) => daysOf(readFileSync(file, 'utf8')));
}

function daysOf(text: string): StoredDay[] {
  const [headings = [], ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.replaceAll('"', '').split(','));
  const records = lines.map((line) => new Map(headings.map((heading, index) => [heading, line[index] ?? ''])));
  const devices = Map.groupBy(records, (record) => record.get('vehicle_id') ?? '');
  const random = seededRandom(lines.length);
  return [...devices.values()].flatMap((device) => storedDays(device.map((record) => receivedOf(record, random))));
}

function receivedOf(record: ReadonlyMap<string, string>, random: () => number): Received {
  const text = (...names: string[]) => names.map((name) => record.get(name)).find((value) => value !== undefined) ?? '';
  const time = text(...TIME);
  const position: Position = {
    fixTime: new Date(/[Z+]/.test(time) ? time : `${time}Z`),
    lat: Number(text(...LAT)),
    lon: Number(text(...LON)),
    altitudeM: null,
    speedKph: Number(text('speed')),
    courseDeg: Number(text('course', 'bearing')),
    valid: true,
    attributes: attributesOf(record),
  };
  const delay = DELAY_MS.least - DELAY_MS.more * Math.log(1 - random());
  return { position, receivedAt: Math.round(position.fixTime.getTime() + delay) };
}

function attributesOf(record: ReadonlyMap<string, string>): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of record)
    if (!KNOWN.has(name) && value !== '' && Number.isFinite(Number(value))) attributes[name] = Number(value);
  return attributes;
}
