import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { ChunkError, malformed } from './chunk-error.ts';
import { DAY_MICROS, type DeviceDay, startOfDay } from './device-day.ts';

/** Twelve reports a second, all day. */
export const MAX_ROWS = 2 ** 20;
/** Bytes of a chunk before compression. */
const MAX_BYTES = 2 ** 27;
const VERSION = 3;
/** Version 2 lacks noise. */
const WITHOUT_NOISE = 2;
/** Version 1 lacks the device and day, too. */
const WITHOUT_DEVICE = 1;
/** Version and checksum. */
const HEADER = 5;
const LEVEL = 10;

/** Codes of the source table, stored in the first byte after the header. */
export const CHUNK_KIND = { positions: 0, statusReports: 1 } as const;
export type ChunkKind = (typeof CHUNK_KIND)[keyof typeof CHUNK_KIND];

/** Days from 1970-01-01 to either side: beyond what PostgreSQL and JavaScript both have. */
const MAX_DAYS = 100_000_000;

/** Packs columns, each written by a function, with the number of their rows, and the device and day they belong to. */
export function packColumns(
  kind: ChunkKind,
  { deviceId, day }: DeviceDay,
  count: number,
  columns: readonly ((writer: ByteWriter) => void)[],
): Buffer {
  if (count > MAX_ROWS) throw new RangeError(`${count} rows are too many for a chunk`);
  const body = new ByteWriter(64 + count * 40);
  for (const write of columns) {
    const column = new ByteWriter(64 + count * 4);
    write(column);
    body.part(column);
  }
  const { noise } = body;
  if (body.length + noise.length > MAX_BYTES)
    throw new RangeError(`${body.length + noise.length} bytes are too many for a chunk`);
  const head = new ByteWriter(32);
  head.byte(kind);
  head.signed(deviceId);
  head.signed(startOfDay(day) / DAY_MICROS);
  head.varint(count);
  head.varint(body.length);
  head.varint(noise.length);
  const packed = zstdCompressSync(body.written, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  const chunk = Buffer.concat([Buffer.alloc(HEADER), head.written, packed, noise.written]);
  chunk[0] = VERSION;
  chunk.writeUInt32LE(checksum(chunk), 1);
  return chunk;
}

export interface PackedColumns {
  /** The device and day; undefined in chunks of version 1. */
  owner: DeviceDay | undefined;
  count: number;
  columns: ByteReader[];
}

/** The columns that `packColumns` wrote, not yet decoded. */
export function unpackColumns(kind: ChunkKind, data: Uint8Array, width: number): PackedColumns {
  const { owner, count, size, noiseSize, head } = readHead(kind, data);
  const packed = head.bytes(Math.max(0, head.left - (noiseSize ?? 0)));
  const noise = noiseSize === null ? null : new ByteReader(head.bytes(noiseSize));
  const body = new ByteReader(decompress(packed, size), noise);
  const columns: ByteReader[] = [];
  for (let index = 0; index < width; index++) columns.push(body.part());
  if (body.left > 0 || (noise?.left ?? 0) > 0) throw malformed('bytes after the columns');
  return { owner, count, columns };
}

function readHead(kind: ChunkKind, data: Uint8Array) {
  const chunk = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (chunk.length < HEADER) throw new ChunkError('truncated', `a chunk of ${chunk.length} bytes`);
  const [version] = chunk;
  if (version !== VERSION && version !== WITHOUT_NOISE && version !== WITHOUT_DEVICE)
    throw new ChunkError('version', `version ${version} of chunks is unknown`);
  if (chunk.readUInt32LE(1) !== checksum(chunk)) throw new ChunkError('checksum', 'the checksum of the chunk is wrong');
  const head = new ByteReader(chunk.subarray(HEADER));
  const found = head.byte();
  if (found !== kind) throw new ChunkError('kind', `a chunk of kind ${found}, not ${kind}`);
  const owner = version === WITHOUT_DEVICE ? undefined : readOwner(head);
  const count = head.varint();
  const size = head.varint();
  const noiseSize = version === VERSION ? head.varint() : null;
  if (count > MAX_ROWS || size > MAX_BYTES) throw malformed(`${count} rows of ${size} bytes`);
  return { owner, count, size, noiseSize, head };
}

function readOwner(head: ByteReader): DeviceDay {
  const deviceId = head.signed();
  const days = head.signed();
  if (Math.abs(days) > MAX_DAYS) throw malformed(`the day ${days}`);
  return { deviceId, day: new Date((days * DAY_MICROS) / 1000).toISOString().slice(0, 10) };
}

function decompress(packed: Buffer, size: number): Buffer {
  let body: Buffer;
  try {
    body = zstdDecompressSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    throw malformed(`the body cannot be decompressed: ${String(error)}`);
  }
  if (body.length !== size) throw malformed('the size of the body');
  return body;
}

/** Of everything but itself. */
const checksum = (chunk: Buffer) => crc32(chunk.subarray(HEADER), crc32(chunk.subarray(0, 1)));

/** A value that is computed on first use. */
export function lazy<Value>(compute: () => Value): () => Value {
  let computed: { value: Value } | null = null;
  return () => (computed ??= { value: compute() }).value;
}

export const EMPTY = new ByteReader(Buffer.alloc(0));
