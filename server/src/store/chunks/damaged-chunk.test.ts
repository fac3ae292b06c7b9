import { crc32, zstdCompressSync } from 'node:zlib';
import { assert, nat, oneof, property, sample, uint8Array } from 'fast-check';
import { expect, it } from 'vitest';
import { anyPositions } from './any-rows.fixture.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { ChunkError } from './chunk-error.ts';
import { MAX_ROWS, unpackColumns } from './chunk-format.ts';
import { readIntegers } from './integer-column.ts';
import { decodePositions, encodePositions, type PositionChunk } from './position-chunk.ts';
import { decodeStatusReports } from './status-report-chunk.ts';

const OWNER = { deviceId: 11, day: '2026-03-02' };

const [sampled] = sample(anyPositions, { numRuns: 1, seed: 3 });
if (!sampled) throw new Error('no sample');
const { columns } = sampled;
const chunk = encodePositions(columns, OWNER);

/** Reads everything. */
function readAll(data: Uint8Array): PositionChunk {
  const read = { ...decodePositions(data) };
  for (let row = 0; row < read.length; row++) {
    read.attributes.textAt(row);
    read.attributes.valueAt(row);
  }
  return read;
}

function reasonOf(read: () => unknown): string {
  try {
    read();
    return 'none';
  } catch (error) {
    if (error instanceof ChunkError) return error.reason;
    throw error;
  }
}

interface Body {
  bytes: Buffer;
  noise?: Buffer;
}

/** A chunk with the right checksum of whatever is in it. */
function sealed(
  count: number,
  { bytes, noise = Buffer.alloc(0) }: Body,
  {
    size = bytes.length,
    noiseSize = noise.length,
    packed = zstdCompressSync(bytes),
    day = 20_514,
  }: { size?: number; noiseSize?: number; packed?: Buffer; day?: number } = {},
) {
  const head = new ByteWriter();
  head.byte(0);
  head.signed(OWNER.deviceId);
  head.signed(day);
  for (const number of [count, size, noiseSize]) head.varint(number);
  const rest = Buffer.concat([head.written, packed, noise]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(rest, crc32(Buffer.of(3))));
  return Buffer.concat([Buffer.of(3), checksum, rest]);
}

/** The body of a chunk with other bytes and other noise in one column. */
function bodyWith(index: number, bytes: Uint8Array, noise: Uint8Array): Required<Body> {
  const body = new ByteWriter();
  for (const [each, column] of unpackColumns(0, chunk, 16).columns.entries()) {
    const written = new ByteWriter();
    written.bytes(each === index ? bytes : column.rest());
    written.noise.bytes(each === index ? noise : (column.noise?.rest() ?? Buffer.alloc(0)));
    body.part(written);
  }
  return { bytes: Buffer.from(body.written), noise: Buffer.from(body.noise.written) };
}

const NONE = Buffer.alloc(0);

it('finds every flipped bit', () => {
  for (let bit = 0; bit < chunk.length * 8; bit++) {
    const damaged = Buffer.from(chunk);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    // The lowest two make a known version of it.
    expect(reasonOf(() => decodePositions(damaged))).toBe(bit >= 2 && bit < 8 ? 'version' : 'checksum');
  }
});

it('finds that the end is missing, wherever it is cut', () => {
  for (let length = 0; length < chunk.length; length++)
    expect(['truncated', 'checksum']).toContain(reasonOf(() => decodePositions(chunk.subarray(0, length))));
});

it('refuses chunks of other rows', () => {
  expect(reasonOf(() => decodeStatusReports(chunk))).toBe('kind');
});

it('names forged chunks damaged, and reads no more than there is', () => {
  const count = columns.reportHash.length;
  const body = bodyWith(-1, NONE, NONE);
  const { bytes, noise } = body;
  expect(reasonOf(() => readAll(sealed(count, body)))).toBe('none');
  const forged = {
    'more rows than a chunk can contain': sealed(MAX_ROWS + 1, body),
    'a body that is larger than a chunk can be': sealed(count, body, { size: 2 ** 40 }),
    'a body that is larger than it says': sealed(count, { bytes: Buffer.alloc(1_000_000) }, { size: 10 }),
    'a body that is smaller than it says': sealed(count, body, { size: bytes.length + 1 }),
    'a day that no calendar has': sealed(count, body, { day: 2 ** 40 }),
    'no compressed body': sealed(count, body, { packed: bytes }),
    'a column that is longer than the body': sealed(count, { bytes: Buffer.from('ffffffffffffff0f', 'hex') }),
    'bytes after the columns': sealed(count, { bytes: Buffer.concat([bytes, Buffer.of(0)]), noise }),
    'noise that is longer than the chunk': sealed(count, body, { noiseSize: 2 ** 40 }),
    'noise after that of the columns': sealed(count, { bytes, noise: Buffer.concat([noise, Buffer.of(0)]) }),
  };
  for (const [name, data] of Object.entries(forged))
    expect(
      reasonOf(() => readAll(data)),
      name,
    ).toMatch(/malformed|truncated/);
});

/** Any bytes, and the head of a Rice code before any. */
const columnBytes = oneof(
  uint8Array({ maxLength: 40 }),
  uint8Array({ maxLength: 12 }).map((bytes) => Uint8Array.of(5, ...bytes)),
);

it('names any column that cannot be read damaged', () => {
  const count = columns.reportHash.length;
  assert(
    property(nat({ max: 15 }), columnBytes, uint8Array({ maxLength: 40 }), (index, bytes, noise) => {
      const data = sealed(count, bodyWith(index, bytes, noise));
      expect(reasonOf(() => readAll(data))).toMatch(/none|malformed|truncated/);
    }),
    { numRuns: 1500 },
  );
});

it('does not add up runs of nulls without end', () => {
  const runs = new ByteReader(Buffer.from([0x82, 0, ...Array.from({ length: 50 }, () => 0)]));
  expect(() => readIntegers(runs, 10)).toThrow(ChunkError);
});
