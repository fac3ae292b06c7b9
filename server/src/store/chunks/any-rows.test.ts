import { assert, property } from 'fast-check';
import { expect, it } from 'vitest';
import { anyPositions, anyStatusReports } from './any-rows.fixture.ts';
import type { PositionColumns, StatusReportColumns } from './chunk-columns.ts';
import { decodePositions, encodePositions } from './position-chunk.ts';
import { decodeStatusReports, encodeStatusReports } from './status-report-chunk.ts';

const RUNS = { numRuns: 250 };
const OWNER = { deviceId: 2_147_483_647, day: '1969-12-31' };

type Columns = (PositionColumns | StatusReportColumns) & { length?: number; owner?: unknown };

/** Columns with their texts, and the exact values of those that have rounded any. */
function comparable({ attributes, wide = {}, ...columns }: Columns) {
  const rounded = Object.entries<ArrayLike<number> | undefined>({ ...columns, length: undefined, owner: undefined })
    .filter(([, values]) => values && Array.from(values).some((value) => Math.abs(value) > Number.MAX_SAFE_INTEGER))
    .map(([name]) => [name, Object.entries(wide).find(([each]) => each === name)?.[1]]);
  const texts = Array.from({ length: attributes.length }, (_, row) => attributes.textAt(row));
  return { ...columns, wide: Object.fromEntries(rounded), texts };
}

it('returns whatever rows of positions hold, to the last bit', () => {
  assert(
    property(anyPositions, ({ columns, texts }) => {
      const { length, owner, ...decoded } = comparable({ ...decodePositions(encodePositions(columns, OWNER)) });
      expect(owner).toEqual(OWNER);
      expect(decoded).toEqual({ ...comparable(columns), texts });
      expect(length).toBe(texts.length);
    }),
    RUNS,
  );
});

it('returns whatever rows of status reports hold, to the last bit', () => {
  assert(
    property(anyStatusReports, ({ columns, texts }) => {
      const { length, owner, ...decoded } = comparable({ ...decodeStatusReports(encodeStatusReports(columns, OWNER)) });
      expect(owner).toEqual(OWNER);
      expect(decoded).toEqual({ ...comparable(columns), texts });
      expect(length).toBe(texts.length);
    }),
    RUNS,
  );
});

it('returns attributes as they are parsed from the text', () => {
  assert(
    property(anyPositions, ({ columns, texts }) => {
      const { attributes } = decodePositions(encodePositions(columns, OWNER));
      for (const [row, text] of texts.entries())
        expect(attributes.valueAt(row)).toEqual(text === null ? null : JSON.parse(text));
    }),
    { numRuns: 150 },
  );
});
