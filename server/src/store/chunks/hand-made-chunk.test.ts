import { zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { positionHash } from '@milepost/tracking/report-hash';
import { decodePositions } from './position-chunk.ts';

/** The columns of docs/position-chunks.md for three positions, by hand. */
const COLUMNS = [
  // fix_time: order 1, 2026-11-29 00:00 UTC, steps of a second: 0, +10, +11
  '02 01 80 80 86 97 DF D7 B0 06 C0 84 3D 00 14 16',
  // received_at: always a quarter of a second later
  '01 01 A0 C2 1E',
  // lat: grid 0, order 2, -62820000 (-34.9 degrees), steps of 1: 0, +1, +2
  '04 00 02 02 BF BA F4 3B 01 00 02 02',
  // lon: always -56.1 degrees
  '01 FF B8 81 97 04',
  // speed_dkph: order 0: 0, 300, -64
  '02 00 00 01 00 D8 7F 04',
  // course_deg: always 0
  '01 00',
  // flags: always 7
  '01 0E',
  // altitude_m: null, 43, null
  '81 00 01 01 01 56',
  // satellites, battery_percent: null
  '00',
  '00',
  // power_mv: always 12340
  '01 E8 C0 01',
  // rssi: null
  '00',
  // odometer_m: null, null, the greatest
  '83 00 02 01 FF FF FF FF FF FF FF 7F',
  // road_limit_kph: null
  '00',
  // attributes: names "fuelL" and "x"; shapes 1 and 1, 2; the rows have shapes 1, 2, 0
  '02 07 22 66 75 65 6C 4C 22 03 22 78 22 02 01 01 02 01 02 02 00 02 01 00 02 01 ' +
    // no whole values; fuelL: one decimal, 315 and 320 by a step of 5; x: one text
    '03 00 00 00 09 00 03 02 01 F6 04 05 00 02 0B 01 01 06 5B 22 C3 A9 22 5D 01 00',
  // report_hash: stored, calculated, stored
  '02 00 FE 03 01 00 FD 00 03 FB FF FF FF 07 00 00 00',
];

const [SPEEDS, ATTRIBUTES] = [4, 14];
/** The same of version 3: each part has the number of its noise too, and the speeds have a Rice code. */
const COLUMNS_3 = COLUMNS.map((hex, column) => {
  // From -64 in steps of 4: 16, 91, 0, beginning with the mean 16.
  if (column === SPEEDS) return '05 00 7F 04 80 02';
  // No noise of the three names.
  if (column === ATTRIBUTES)
    return hex
      .replace('03 00 00 00', '03 00 00 00 00')
      .replace('09 00 03', '09 00 00 03')
      .replace('0B 01 01', '0B 00 01 01');
  return hex;
});
/** 16: 1, a zero and 0000; 91: five ones, a zero and 1101, the lowest bit first; 0: a zero and 0000. */
const NOISE = 'C1 B7 00';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

/** Device 300 and 2 March 2026, day 20,514. */
const OWNER = bytes('D8 04 C4 C0 02');

const NONE = Buffer.alloc(0);
const lengthOf = (hex: string) => Buffer.of(bytes(hex).length);

it.each([
  [1, NONE, undefined],
  [2, OWNER, { deviceId: 300, day: '2026-03-02' }],
  [3, OWNER, { deviceId: 300, day: '2026-03-02' }],
])(
  'reads a chunk of version %d that was written by hand from the description of the format',
  (version, head, owner) => {
    const noiseOf = (column: number) => (column === SPEEDS ? lengthOf(NOISE) : Buffer.of(0));
    const body = Buffer.concat(
      version < 3
        ? COLUMNS.flatMap((hex) => [lengthOf(hex), bytes(hex)])
        : COLUMNS_3.flatMap((hex, column) => [lengthOf(hex), noiseOf(column), bytes(hex)]),
    );
    // A frame of zstd with one last block that is not compressed (RFC 8878).
    const block = body.length * 8 + 1;
    const frame = Buffer.concat([bytes('28 B5 2F FD 20'), Buffer.of(body.length, block & 0xff, block >> 8, 0), body]);
    expect(zstdDecompressSync(frame)).toEqual(body);
    const size = Buffer.of((body.length & 0x7f) | 0x80, body.length >> 7);
    const [noiseSize, noise] = version < 3 ? [NONE, NONE] : [lengthOf(NOISE), bytes(NOISE)];
    const rest = Buffer.concat([Buffer.of(0), head, Buffer.of(3), size, noiseSize, frame, noise]);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(crc32(Buffer.concat([Buffer.of(version), rest])));

    const { attributes, ...columns } = decodePositions(Buffer.concat([Buffer.of(version), checksum, rest]));
    const start = Date.UTC(2026, 10, 29) * 1000;
    const none = [Number.NaN, Number.NaN, Number.NaN];
    const second = {
      fixTime: new Date(start / 1000 + 10_000),
      lat: -34.8999994,
      lon: -56.1,
      altitudeM: 43,
      speedKph: 30,
      courseDeg: 0,
      valid: true,
      // As the attributes of a device, which the hash was made of, are.
      attributes: { ignition: true, powerV: 12.34, fuelL: 32, x: ['é'] as const },
    };
    expect(columns).toEqual({
      length: 3,
      owner,
      fixTime: Float64Array.of(start, start + 10e6, start + 21e6),
      receivedAt: Float64Array.of(start + 250_000, start + 10.25e6, start + 21.25e6),
      lat: Int32Array.of(-349_000_000, -348_999_994, -348_999_983),
      lon: Int32Array.of(-561_000_000, -561_000_000, -561_000_000),
      speedDkph: Int16Array.of(0, 300, -64),
      courseDeg: Int16Array.of(0, 0, 0),
      flags: Int16Array.of(7, 7, 7),
      altitudeM: Float64Array.of(Number.NaN, 43, Number.NaN),
      satellites: Float64Array.from(none),
      batteryPercent: Float64Array.from(none),
      powerMv: Float64Array.of(12_340, 12_340, 12_340),
      rssi: Float64Array.from(none),
      odometerM: Float64Array.of(Number.NaN, Number.NaN, 2 ** 63),
      roadLimitKph: Float64Array.from(none),
      reportHash: Int32Array.of(-5, positionHash(second), 7),
      wide: { odometerM: BigInt64Array.of(0n, 0n, 2n ** 63n - 1n) },
    });
    expect([0, 1, 2].map((row) => attributes.textAt(row))).toEqual([
      '{"fuelL": 31.5}',
      '{"fuelL": 32.0, "x": ["é"]}',
      null,
    ]);
  },
);

/** Bit by bit, after the description of PNG. */
function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
