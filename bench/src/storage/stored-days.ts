import type { Attributes } from '@milepost/protocols/types';
import { roundAsStored } from '@milepost/server/facts/as-stored';
import { remainingJson } from '@milepost/server/ingest/attributes-json';
import type { PositionColumns } from '@milepost/server/store/chunks/chunk-columns';
import { jsonTableOf } from '@milepost/server/store/chunks/json-table';
import { type Position, positionFlags } from '@milepost/tracking/position';
import { positionHash } from '@milepost/tracking/report-hash';

/** A position as it was received. */
export interface Received {
  position: Position;
  /** Epoch milliseconds. */
  receivedAt: number;
}

/** The rows of a device and day as they are read from the database. */
export interface StoredDay extends PositionColumns {
  /** The texts of `attributes`. */
  texts: readonly (string | null)[];
}

const DAY_MS = 86_400_000;

/** The days (UTC) of a device, without reports that were sent twice. */
export function storedDays(received: readonly Received[]): StoredDay[] {
  const days = Map.groupBy(received, ({ position }) => Math.floor(position.fixTime.getTime() / DAY_MS));
  return [...days.values()].map((day) => storedDay(day));
}

function storedDay(day: readonly Received[]): StoredDay {
  const byKey = new Map<string, Received & { hash: number }>();
  for (const each of day) {
    const hash = positionHash(each.position);
    const key = `${each.position.fixTime.getTime()} ${hash}`;
    if (!byKey.has(key)) byKey.set(key, { ...each, hash });
  }
  const rows = [...byKey.values()].toSorted(
    (a, b) => a.position.fixTime.getTime() - b.position.fixTime.getTime() || a.hash - b.hash,
  );
  const stored = rows.map(({ position }) => roundAsStored(position));
  const numbers = (valueOf: (position: Position) => number | null | undefined) =>
    Float64Array.from(stored, (position) => valueOf(position) ?? Number.NaN);
  const texts = rows.map(({ position }) => jsonbText(remainingJson(position.attributes)));
  return {
    fixTime: numbers(({ fixTime }) => fixTime.getTime() * 1000),
    receivedAt: Float64Array.from(rows, ({ receivedAt }) => receivedAt * 1000),
    reportHash: Int32Array.from(rows, ({ hash }) => hash),
    lat: Int32Array.from(numbers(({ lat }) => Math.round(lat * 1e7))),
    lon: Int32Array.from(numbers(({ lon }) => Math.round(lon * 1e7))),
    altitudeM: numbers(({ altitudeM }) => altitudeM),
    speedDkph: Int16Array.from(numbers(({ speedKph }) => Math.round(speedKph * 10))),
    courseDeg: Int16Array.from(numbers(({ courseDeg }) => courseDeg)),
    flags: Int16Array.from(stored, (position) => positionFlags(position)),
    satellites: numbers(({ attributes }) => attributes.satellites),
    batteryPercent: numbers(({ attributes }) => attributes.batteryPercent),
    powerMv: numbers(({ attributes }) => attributes.powerV && Math.round(attributes.powerV * 1000)),
    rssi: numbers(({ attributes }) => attributes.rssi),
    odometerM: numbers(({ attributes }) => attributes.odometerM),
    roadLimitKph: numbers(({ roadLimitKph }) => roadLimitKph),
    attributes: jsonTableOf(texts),
    texts,
  };
}

/** The text that PostgreSQL makes of an object of attributes: the shorter names first, numbers without exponents. */
function jsonbText(json: string | null): string | null {
  if (json === null) return null;
  const attributes: Attributes = JSON.parse(json);
  const entries = Object.entries(attributes).toSorted(
    ([a], [b]) => Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  const texts = entries.map(([name, value]) => `${JSON.stringify(name)}: ${jsonbValue(value)}`);
  return `{${texts.join(', ')}}`;
}

function jsonbValue(value: Attributes[string]): string {
  if (Array.isArray(value)) return `[${value.map((each) => JSON.stringify(each)).join(', ')}]`;
  const text = JSON.stringify(value);
  return /e-/.test(text) && typeof value === 'number' ? value.toFixed(20).replace(/0+$/, '') : text;
}
