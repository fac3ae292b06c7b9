import { expect, it } from 'vitest';
import { statusHash } from '@milepost/tracking/report-hash';
import type { StatusReportColumns } from './chunk-columns.ts';
import { jsonTableOf } from './json-table.ts';
import { decodeStatusReports, encodeStatusReports } from './status-report-chunk.ts';

const NULL = Number.NaN;

it('returns every column of the status reports that were packed', () => {
  const reports: StatusReportColumns = {
    reportedAt: Float64Array.of(1.7e15, 1.7e15),
    reportHash: Int32Array.of(statusHash({ alarm: ['sos'] }), 12),
    receivedAt: Float64Array.of(1.7e15, 1.7e15 + 1),
    lat: Float64Array.of(NULL, 900_000_000),
    lon: Float64Array.of(NULL, -1_800_000_000),
    deviceClock: Float64Array.of(NULL, Infinity),
    attributes: jsonTableOf(['{"alarm": ["sos"]}', '{}']),
    wide: { deviceClock: BigInt64Array.of(0n, 2n ** 63n - 1n) },
  };
  const { attributes, ...decoded } = decodeStatusReports(encodeStatusReports(reports));
  const { attributes: expected, ...columns } = reports;
  expect(decoded).toEqual({ length: 2, ...columns });
  for (const row of [0, 1]) expect(attributes.textAt(row)).toBe(expected.textAt(row));
});
