import type { ByteReader } from './byte-reader.ts';
import type { PositionColumns } from './chunk-columns.ts';
import { CHUNK_KIND, EMPTY, lazy, packColumns, unpackColumns } from './chunk-format.ts';
import { type HashedColumns, positionHashes } from './content-hash.ts';
import type { DeviceDay } from './device-day.ts';
import { readHashes, writeHashes } from './hash-column.ts';
import { readInt16s, readInt32s, readIntegers, writeCoordinates, writeIntegers } from './integer-column.ts';
import { readJsonTable } from './json-table.ts';
import { readReceipts, readTimes, writeReceipts, writeTimes } from './time-column.ts';

/** The order of the columns in a chunk. */
export const POSITION_COLUMN = {
  fixTime: 0,
  receivedAt: 1,
  lat: 2,
  lon: 3,
  speedDkph: 4,
  courseDeg: 5,
  flags: 6,
  altitudeM: 7,
  satellites: 8,
  batteryPercent: 9,
  powerMv: 10,
  rssi: 11,
  odometerM: 12,
  roadLimitKph: 13,
  attributes: 14,
  reportHash: 15,
} as const;

/**
 * Packs the positions of a device and day, exact to the last bit; see docs/position-chunks.md.
 * @throws {RangeError} if there are more than a chunk can contain
 */
export function encodePositions(columns: PositionColumns, owner: DeviceDay): Buffer {
  const { attributes, wide = {} } = columns;
  const odometers = wide.odometerM;
  return packColumns(CHUNK_KIND.positions, owner, columns.reportHash.length, [
    (writer) => writeTimes(writer, columns.fixTime, wide.fixTime),
    (writer) =>
      writeReceipts(writer, columns.receivedAt, columns.fixTime, { receipts: wide.receivedAt, times: wide.fixTime }),
    (writer) => writeCoordinates(writer, columns.lat),
    (writer) => writeCoordinates(writer, columns.lon),
    (writer) => writeIntegers(writer, columns.speedDkph),
    (writer) => writeIntegers(writer, columns.courseDeg),
    (writer) => writeIntegers(writer, columns.flags),
    (writer) => writeIntegers(writer, columns.altitudeM),
    (writer) => writeIntegers(writer, columns.satellites),
    (writer) => writeIntegers(writer, columns.batteryPercent),
    (writer) => writeIntegers(writer, columns.powerMv),
    (writer) => writeIntegers(writer, columns.rssi),
    (writer) => writeIntegers(writer, columns.odometerM, odometers && ((row) => odometers[row] ?? 0n)),
    (writer) => writeIntegers(writer, columns.roadLimitKph),
    (writer) => attributes.write(writer),
    (writer) => writeHashes(writer, columns.reportHash, candidatesOf({ ...columns, odometerM: rounded(columns) })),
  ]);
}

/** Positions that were packed. Each column is decoded when it is first read: a track costs no more than its columns. */
export interface PositionChunk extends Required<PositionColumns> {
  readonly length: number;
  /** The device and day; undefined in chunks of version 1. */
  readonly owner: DeviceDay | undefined;
}

/** @throws {ChunkError} if the chunk is damaged */
export function decodePositions(data: Uint8Array): PositionChunk {
  const { owner, count, columns } = unpackColumns(CHUNK_KIND.positions, data, Object.keys(POSITION_COLUMN).length);
  const lazyColumn = <Column>(index: number, read: (reader: ByteReader, rows: number) => Column) =>
    lazy(() => read(columns[index] ?? EMPTY, count));
  const times = lazyColumn(POSITION_COLUMN.fixTime, readTimes);
  const receipts = lazyColumn(POSITION_COLUMN.receivedAt, (reader) =>
    readReceipts(reader, count, () => times().values),
  );
  const lat = lazyColumn(POSITION_COLUMN.lat, readInt32s);
  const lon = lazyColumn(POSITION_COLUMN.lon, readInt32s);
  const speeds = lazyColumn(POSITION_COLUMN.speedDkph, readInt16s);
  const courses = lazyColumn(POSITION_COLUMN.courseDeg, readInt16s);
  const flags = lazyColumn(POSITION_COLUMN.flags, readInt16s);
  const altitudes = lazyColumn(POSITION_COLUMN.altitudeM, readIntegers);
  const satellites = lazyColumn(POSITION_COLUMN.satellites, readIntegers);
  const batteries = lazyColumn(POSITION_COLUMN.batteryPercent, readIntegers);
  const power = lazyColumn(POSITION_COLUMN.powerMv, readIntegers);
  const rssi = lazyColumn(POSITION_COLUMN.rssi, readIntegers);
  const odometers = lazyColumn(POSITION_COLUMN.odometerM, readIntegers);
  const roadLimits = lazyColumn(POSITION_COLUMN.roadLimitKph, readIntegers);
  const attributes = lazyColumn(POSITION_COLUMN.attributes, readJsonTable);
  const hashes = lazyColumn(POSITION_COLUMN.reportHash, (reader) => readHashes(reader, count, candidatesOf(chunk)));
  const chunk: PositionChunk = {
    length: count,
    owner,
    get fixTime() {
      return times().values;
    },
    get receivedAt() {
      return receipts().values;
    },
    get lat() {
      return lat();
    },
    get lon() {
      return lon();
    },
    get speedDkph() {
      return speeds();
    },
    get courseDeg() {
      return courses();
    },
    get flags() {
      return flags();
    },
    get altitudeM() {
      return altitudes().values;
    },
    get satellites() {
      return satellites().values;
    },
    get batteryPercent() {
      return batteries().values;
    },
    get powerMv() {
      return power().values;
    },
    get rssi() {
      return rssi().values;
    },
    get odometerM() {
      return odometers().values;
    },
    get roadLimitKph() {
      return roadLimits().values;
    },
    get attributes() {
      return attributes();
    },
    get reportHash() {
      return hashes();
    },
    get wide() {
      return { fixTime: times().wide, receivedAt: receipts().wide, odometerM: odometers().wide };
    },
  };
  return chunk;
}

/** Reports can have the course 360 by rounding; it is stored as 0. */
const candidatesOf = (columns: HashedColumns) => [() => positionHashes(columns), () => positionHashes(columns, 360)];

/** The odometers as they will be read. */
const rounded = ({ odometerM, wide }: PositionColumns): Float64Array =>
  odometerM.map((metres, row) => (Number.isNaN(metres) ? metres : Number(wide?.odometerM?.[row] ?? metres)));
