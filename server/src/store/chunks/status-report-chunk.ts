import type { ByteReader } from './byte-reader.ts';
import type { StatusReportColumns } from './chunk-columns.ts';
import { CHUNK_KIND, EMPTY, lazy, packColumns, unpackColumns } from './chunk-format.ts';
import { statusReportHashes } from './content-hash.ts';
import type { DeviceDay } from './device-day.ts';
import { readHashes, writeHashes } from './hash-column.ts';
import { readIntegers, writeCoordinates } from './integer-column.ts';
import { readJsonTable } from './json-table.ts';
import { readReceipts, readTimes, writeReceipts, writeTimes } from './time-column.ts';

/** The order of the columns in a chunk. */
const COLUMN = { reportedAt: 0, receivedAt: 1, lat: 2, lon: 3, deviceClock: 4, attributes: 5, reportHash: 6 } as const;

/**
 * Packs the status reports of a device and day, exact to the last bit; see docs/position-chunks.md.
 * @throws {RangeError} if there are more than a chunk can contain
 */
export function encodeStatusReports(columns: StatusReportColumns, owner: DeviceDay): Buffer {
  const { attributes, wide = {} } = columns;
  return packColumns(CHUNK_KIND.statusReports, owner, columns.reportHash.length, [
    (writer) => writeTimes(writer, columns.reportedAt, wide.reportedAt),
    (writer) =>
      writeReceipts(writer, columns.receivedAt, columns.reportedAt, {
        receipts: wide.receivedAt,
        times: wide.reportedAt,
      }),
    (writer) => writeCoordinates(writer, columns.lat),
    (writer) => writeCoordinates(writer, columns.lon),
    (writer) => writeTimes(writer, columns.deviceClock, wide.deviceClock),
    (writer) => attributes.write(writer),
    (writer) => writeHashes(writer, columns.reportHash, [() => statusReportHashes(attributes)]),
  ]);
}

/** Status reports that were packed. Each column is decoded when it is first read. */
export interface StatusReportChunk extends Required<StatusReportColumns> {
  readonly length: number;
  /** The device and day; undefined in chunks of version 1. */
  readonly owner: DeviceDay | undefined;
}

/** @throws {ChunkError} if the chunk is damaged */
export function decodeStatusReports(data: Uint8Array): StatusReportChunk {
  const { owner, count, columns } = unpackColumns(CHUNK_KIND.statusReports, data, Object.keys(COLUMN).length);
  const lazyColumn = <Column>(index: number, read: (reader: ByteReader, rows: number) => Column) =>
    lazy(() => read(columns[index] ?? EMPTY, count));
  const times = lazyColumn(COLUMN.reportedAt, readTimes);
  const receipts = lazyColumn(COLUMN.receivedAt, (reader) => readReceipts(reader, count, () => times().values));
  const lat = lazyColumn(COLUMN.lat, readIntegers);
  const lon = lazyColumn(COLUMN.lon, readIntegers);
  const clocks = lazyColumn(COLUMN.deviceClock, readTimes);
  const attributes = lazyColumn(COLUMN.attributes, readJsonTable);
  const hashes = lazyColumn(COLUMN.reportHash, (reader) =>
    readHashes(reader, count, [() => statusReportHashes(attributes())]),
  );
  return {
    length: count,
    owner,
    get reportedAt() {
      return times().values;
    },
    get receivedAt() {
      return receipts().values;
    },
    get lat() {
      return lat().values;
    },
    get lon() {
      return lon().values;
    },
    get deviceClock() {
      return clocks().values;
    },
    get attributes() {
      return attributes();
    },
    get reportHash() {
      return hashes();
    },
    get wide() {
      return { reportedAt: times().wide, receivedAt: receipts().wide, deviceClock: clocks().wide };
    },
  };
}
