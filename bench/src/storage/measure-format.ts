import type { PositionColumns } from '@milepost/server/store/chunks/chunk-columns';
import type { ByteWriter } from '@milepost/server/store/chunks/byte-writer';
import { CHUNK_KIND, packColumns, unpackColumns } from '@milepost/server/store/chunks/chunk-format';
import { jsonTableOf } from '@milepost/server/store/chunks/json-table';
import { decodePositions, encodePositions, POSITION_COLUMN } from '@milepost/server/store/chunks/position-chunk';
import type { StoredDay } from './stored-days.ts';

/** A month of a vehicle that reports each 37.5 s. */
const MONTH = { days: 31, fixes: 2304 };
const OWNER = { deviceId: 1000, day: '2026-03-02' };

/** Sizes and speeds of the format alone, without a database; speeds are the best of some rounds. */
export function measureFormat(days: readonly StoredDay[], rounds: number) {
  const chunks = days.map((day) => encodePositions(day, OWNER));
  const fixes = sum(days.map((day) => day.reportHash.length));
  const bytes = sum(chunks.map((chunk) => chunk.length));
  const sparse = days.map((day) => encodePositions(thinned(day, MONTH.fixes), OWNER));
  const month = Array.from({ length: MONTH.days }, (_, index) => sparse[index % sparse.length] ?? Buffer.alloc(0));
  const largest = chunks.toSorted((a, b) => b.length - a.length)[0] ?? Buffer.alloc(0);
  const rate = (work: () => void) => Math.round(fixes / (fastest(work, rounds) / 1000));
  return {
    days: days.length,
    fixes,
    bytesPerFix: rounded(bytes / fixes),
    bytesByColumn: bytesByColumn(chunks, fixes),
    packedPerSecond: rate(() => {
      // The texts of attributes as the database sends them.
      for (const day of days) encodePositions({ ...day, attributes: jsonTableOf(day.texts) }, OWNER);
    }),
    trackPerSecond: rate(() => chunks.forEach((chunk) => readTrack(chunk))),
    allColumnsPerSecond: rate(() => chunks.forEach((chunk) => readAll(chunk))),
    attributesPerSecond: rate(() => chunks.forEach((chunk) => readAttributes(chunk))),
    monthFixes: sum(month.map((chunk) => decodePositions(chunk).length)),
    trackOfMonthMs: rounded(fastest(() => month.forEach((chunk) => readTrack(chunk)), rounds)),
    everythingOfMonthMs: rounded(fastest(() => month.forEach((chunk) => readAttributes(chunk)), rounds)),
    trackOfDayMs: rounded(fastest(() => readTrack(largest), rounds)),
    everythingOfDayMs: rounded(fastest(() => readAttributes(largest), rounds)),
  };
}

/** What a line on the map needs. */
function readTrack(chunk: Buffer): number {
  const { fixTime, lat, lon, speedDkph, courseDeg, flags } = decodePositions(chunk);
  return fixTime.length + lat.length + lon.length + speedDkph.length + courseDeg.length + flags.length;
}

/** Everything but attributes as objects. */
const readAll = (chunk: Buffer): PositionColumns => ({ ...decodePositions(chunk) });

/** Everything. */
function readAttributes(chunk: Buffer): number {
  const { attributes, reportHash } = readAll(chunk);
  let found = 0;
  for (let row = 0; row < reportHash.length; row++) found += attributes.valueAt(row) === null ? 0 : 1;
  return found;
}

/** The bytes a fix by which the chunks are larger than without a column. */
function bytesByColumn(chunks: readonly Buffer[], fixes: number): Record<string, number> {
  const names = Object.keys(POSITION_COLUMN);
  const saved = names.map(() => 0);
  for (const chunk of chunks) {
    const { count, columns } = unpackColumns(CHUNK_KIND.positions, chunk, names.length);
    for (const left of names.keys()) {
      const rest = columns.map((column, index) => (writer: ByteWriter) => {
        if (index === left) return;
        writer.bytes(column.rest());
        writer.noise.bytes(column.noise?.rest() ?? new Uint8Array());
      });
      saved[left] = (saved[left] ?? 0) + chunk.length - packColumns(CHUNK_KIND.positions, OWNER, count, rest).length;
    }
  }
  return Object.fromEntries(names.map((name, index) => [name, rounded((saved[index] ?? 0) / fixes)]));
}

/** At most so many rows of a day, evenly. */
function thinned(day: StoredDay, most: number): PositionColumns {
  const step = Math.max(1, day.reportHash.length / most);
  const rows = Array.from({ length: Math.floor(day.reportHash.length / step) }, (_, index) => Math.floor(index * step));
  const numbers = (column: Float64Array) => Float64Array.from(rows, (row) => column[row] ?? 0);
  const int16s = (column: Int16Array) => Int16Array.from(rows, (row) => column[row] ?? 0);
  const int32s = (column: Int32Array) => Int32Array.from(rows, (row) => column[row] ?? 0);
  return {
    fixTime: numbers(day.fixTime),
    reportHash: int32s(day.reportHash),
    receivedAt: numbers(day.receivedAt),
    lat: int32s(day.lat),
    lon: int32s(day.lon),
    altitudeM: numbers(day.altitudeM),
    speedDkph: int16s(day.speedDkph),
    courseDeg: int16s(day.courseDeg),
    flags: int16s(day.flags),
    satellites: numbers(day.satellites),
    batteryPercent: numbers(day.batteryPercent),
    powerMv: numbers(day.powerMv),
    rssi: numbers(day.rssi),
    odometerM: numbers(day.odometerM),
    roadLimitKph: numbers(day.roadLimitKph),
    attributes: jsonTableOf(rows.map((row) => day.texts[row] ?? null)),
  };
}

function fastest(work: () => void, rounds: number): number {
  let best = Infinity;
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now();
    work();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const rounded = (value: number) => Number(value.toFixed(2));
