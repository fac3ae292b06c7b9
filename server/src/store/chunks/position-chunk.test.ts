import { expect, it } from 'vitest';
import type { PositionColumns } from './chunk-columns.ts';
import { jsonTableOf } from './json-table.ts';
import { decodePositions, encodePositions } from './position-chunk.ts';

const NULL = Number.NaN;

const positions: PositionColumns = {
  fixTime: Float64Array.of(1.7e15, 1.7e15 + 10_000_001),
  reportHash: Int32Array.of(-5, 7),
  receivedAt: Float64Array.of(1.7e15 + 5000, 1.7e15 + 10_005_000),
  lat: Int32Array.of(-349_000_000, -349_000_020),
  lon: Int32Array.of(-561_000_000, 1_800_000_000),
  altitudeM: Float64Array.of(NULL, -32_768),
  speedDkph: Int16Array.of(0, 32_767),
  courseDeg: Int16Array.of(0, 359),
  flags: Int16Array.of(1, 3),
  satellites: Float64Array.of(7, NULL),
  batteryPercent: Float64Array.of(NULL, NULL),
  powerMv: Float64Array.of(12_340, 2_147_483_647),
  rssi: Float64Array.of(1, 1),
  odometerM: Float64Array.of(2 ** 63, NULL),
  roadLimitKph: Float64Array.of(50, NULL),
  attributes: jsonTableOf([null, '{"a": 1.0, "é\\"": [1, {"b": "}"}], "hdop": 1.25}']),
  wide: { odometerM: BigInt64Array.of(2n ** 63n - 1n, 0n) },
};

it('returns every column of the rows that were packed', () => {
  const { attributes, ...decoded } = decodePositions(encodePositions(positions));
  const { attributes: expected, ...columns } = positions;
  expect(decoded).toEqual({ length: 2, ...columns, wide: { ...columns.wide } });
  for (const row of [0, 1]) expect(attributes.textAt(row)).toBe(expected.textAt(row));
});
