import { assert, property } from 'fast-check';
import { expect, it } from 'vitest';
import { statusHash } from '@milepost/tracking/report-hash';
import { anyPositions } from './any-rows.fixture.ts';
import { unpackColumns } from './chunk-format.ts';
import { statusReportHashes } from './content-hash.ts';
import { JsonTable, jsonTableOf } from './json-table.ts';
import { NumberValues } from './json-values.ts';
import { decodePositions, encodePositions } from './position-chunk.ts';
import { decodeStatusReports, encodeStatusReports } from './status-report-chunk.ts';

const OWNER = { deviceId: 11, day: '2026-03-02' };

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index);

it('calculates hashes with a few visits of each row, however many names there are', () => {
  const rows = 500;
  let visits = 0;
  const shapeOf = new Proxy<ArrayLike<number>>(
    numbersTo(rows).map((row) => row + 1),
    {
      get(target, name) {
        if (name !== 'length') visits += 1;
        return Reflect.get(target, name) as unknown;
      },
    },
  );
  const keys = ['', ...numbersTo(rows).map((row) => `"n${row}"`)].map((token) => {
    const values = new NumberValues([7], 0, false);
    return { token, values: () => values };
  });
  const table = new JsonTable(keys, [[], ...numbersTo(rows).map((row) => [row + 1])], shapeOf);
  expect([...statusReportHashes(table)]).toEqual(numbersTo(rows).map((row) => statusHash({ [`n${row}`]: 7 })));
  expect(visits).toBeLessThanOrEqual(4 * rows);
});

it('makes columns of the first thousand names only', () => {
  const reports = numbersTo(3000).map((row) => ({ [`n${row}`]: row }));
  const texts = reports.map((report, row) => `{"n${row}": ${report[`n${row}`]}}`);
  const times = Float64Array.from(reports.keys());
  const unknown = new Float64Array(reports.length).fill(Number.NaN);
  const columns = {
    reportedAt: times,
    receivedAt: times,
    reportHash: Int32Array.from(reports, (report) => statusHash(report)),
    lat: unknown,
    lon: unknown,
    deviceClock: unknown,
    attributes: jsonTableOf(texts),
  };
  const chunk = encodeStatusReports(columns, OWNER);
  expect(unpackColumns(1, chunk, 7).columns[5]?.varint()).toBe(1000);
  const { attributes, reportHash } = decodeStatusReports(chunk);
  expect(numbersTo(attributes.length).map((row) => attributes.textAt(row))).toEqual(texts);
  expect(numbersTo(attributes.length).map((row) => attributes.valueAt(row))).toEqual(reports);
  expect(reportHash).toEqual(columns.reportHash);
});

it('returns every object to the last bit, whether its names have columns or not', () => {
  assert(
    property(anyPositions, ({ columns, texts }) => {
      const packed = encodePositions({ ...columns, attributes: jsonTableOf(texts, 2) }, OWNER);
      const { attributes, reportHash } = decodePositions(packed);
      expect(reportHash).toEqual(columns.reportHash);
      for (const [row, text] of texts.entries()) {
        expect(attributes.textAt(row)).toBe(text);
        expect(attributes.valueAt(row)).toEqual(text === null ? null : JSON.parse(text));
      }
    }),
    { numRuns: 100 },
  );
});
