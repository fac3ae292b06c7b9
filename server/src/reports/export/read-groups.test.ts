import { REPORT_GROUPS } from '@milepost/contract/report-kinds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPerson } from '../../store/people/callers.ts';
import type { HttpFixture } from '../../testing/http-fixture.ts';
import { requestReport, reportFixture, type ReportFixture, WEEK } from '../../testing/report-fixture.ts';
import { REPORT_KINDS, REPORTS } from '../all-reports.ts';
import type { ReportCell } from '@milepost/contract/report-columns';
import type { Report } from '../report.ts';
import { documentFor } from '../document.ts';
import { streamReport } from './stream-report.ts';

/** Their group labels are formatted differently from their cells. */
const TIMES: ReadonlySet<string> = new Set(['day', 'week', 'month']);

let fixture: ReportFixture;
let http: HttpFixture;
beforeAll(async () => {
  fixture = await reportFixture();
  ({ http } = fixture);
});
afterAll(() => http.close());

/** The rows, groups and totals as passed to a file. */
async function fileOf(kind: string, params: object) {
  const caller = await findPerson(http.database, 1);
  if (!caller) throw new Error('nobody to ask');
  return streamReport(
    http.services,
    caller,
    { document: await documentFor(http.database, caller, kind), params },
    async ({ sections: [section], parameters }, total) => {
      if (!section) throw new Error('no section');
      const rows: (readonly ReportCell[])[] = [];
      for await (const batch of section.rows) rows.push(...batch);
      return { ...section, rows, total, parameters };
    },
  );
}

test.each(REPORT_KINDS)('%s: subtotals in a file match the rows that follow each other', async (kind) => {
  const report: Report = REPORTS[kind];
  const range = report.range === null ? {} : WEEK;
  const { groupings } = await requestReport(fixture.admin, kind, range);
  for (const group of REPORT_GROUPS.filter((each) => groupings.includes(each))) {
    const { rows, groups, columns, total } = await fileOf(kind, { ...range, group });
    expect(
      groups?.all.reduce((sum, one) => sum + one.rows, 0),
      group,
    ).toBe(total);
    expect(groups?.by).not.toBe('');
    let from = 0;
    for (const one of groups?.all ?? []) {
      const part = rows.slice(from, from + one.rows);
      from += one.rows;
      for (const [at, { key, kind: cells, choices }] of columns.entries()) {
        const rule = report.columns.find((column) => column.key === key)?.total;
        const values = part.map((row) => row[at] ?? null).filter((value) => value !== null);
        if (rule === 'sum' && values.length > 0) {
          const sum = values.reduce<number>((all, value) => all + Number(value), 0);
          expect(one.totals[at], `${group} ${one.name} ${key}`).toBeCloseTo(sum, 6);
        }
        // Detects rows of another group among them.
        if (!TIMES.has(group) && (cells === group || key === group)) {
          const names = part
            .map((row) => row[at] ?? null)
            .map((value) => (value === null ? 'Without' : (choices?.[String(value)] ?? value)));
          expect(new Set(names), `${group} of ${key}`).toEqual(new Set([one.name]));
        }
      }
    }
  }
});

test.each([
  ['kind', 'overspeed', 'Overspeed'],
  ['day', '2026-03-28', '28 Mar 2026'],
  ['month', '2026-03', 'March 2026'],
])('a file of rows filtered by one %s states it', async (by, key, name) => {
  const { parameters } = await fileOf('alarms', { ...WEEK, only: { by, key } });
  expect(parameters).toContainEqual({ label: 'Only', value: name });
});
