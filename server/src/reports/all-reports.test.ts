import { LANGUAGES } from '@milepost/contract/languages';
import { REPORT_GROUPS } from '@milepost/contract/report-kinds';
import type { ReportParams } from '@milepost/contract/report-operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpFixture } from '../testing/http-fixture.ts';
import {
  requestReport,
  type ReportAnswer,
  reportFixture,
  type ReportFixture,
  WEEK,
} from '../testing/report-fixture.ts';
import { REPORT_KINDS, REPORTS } from './all-reports.ts';
import type { Report } from './report.ts';

let fixture: ReportFixture;
let http: HttpFixture;
beforeAll(async () => {
  fixture = await reportFixture();
  ({ http } = fixture);
});
afterAll(() => http.close());

/** Reads all rows, over at least four pages when there are enough rows. */
async function allRows(
  kind: string,
  params: ReportParams,
): Promise<{ first: ReportAnswer; rows: ReportAnswer['rows'] }> {
  const { total } = await requestReport(fixture.admin, kind, { ...params, pageSize: 1 });
  const pageSize = Math.max(2, Math.floor(total / 4));
  const first = await requestReport(fixture.admin, kind, { ...params, pageSize });
  const rows = [...first.rows];
  for (let page = 2; rows.length < first.total; page++) {
    const { rows: more } = await requestReport(fixture.admin, kind, { ...params, page, pageSize });
    if (more.length === 0) throw new Error(`page ${page} of ${kind} is empty`);
    rows.push(...more);
  }
  return { first, rows };
}

describe.each(REPORT_KINDS)('the report %s', (kind) => {
  const report: Report = REPORTS[kind];
  const range = report.range === null ? {} : WEEK;

  test('has totals that match its rows, over all pages', async () => {
    const { first, rows } = await allRows(kind, range);
    expect(rows).toHaveLength(first.total);
    expect(first.totals.rows).toBe(first.total);
    for (const [index, { key, total }] of first.columns.entries()) {
      const values = rows.map(({ cells }) => cells[index]);
      const known = values.filter((value) => value !== null);
      const isOfAll = report.columns.find((column) => column.key === key)?.mayLack === true;
      if (total !== null) expect(first.totals.known[index], key).toBe(isOfAll ? rows.length : known.length);
      if (total === 'sum' && known.length > 0) {
        expect(first.totals.cells[index], key).toBeCloseTo(
          known.reduce<number>((sum, value) => sum + Number(value), 0),
          6,
        );
      }
      if (total !== null && total !== 'count' && known.length === 0) expect(first.totals.cells[index], key).toBeNull();
      if (total === 'count') expect(first.totals.cells[index], key).toBe(known.length);
    }
  });

  test('sorts by every column, and by groups whose subtotals match the whole', async () => {
    const { columns, groupings, total, totals } = await requestReport(fixture.admin, kind, range);
    // Ascending and descending alternately, since the two differ by one word of the statement.
    for (const [index, { key, sortable }] of columns.entries()) {
      const direction = index % 2 === 0 ? 'asc' : 'desc';
      const sorted = await requestReport(fixture.admin, kind, { ...range, sort: key, direction });
      expect(sorted.sort).toBe(sortable ? key : report.sort);
      expect(sorted.total).toBe(total);
      const cells = sorted.rows.map((row) => row.cells[index]).filter((cell) => typeof cell === 'number');
      const step = direction === 'asc' ? 1 : -1;
      if (sortable) expect(cells, key).toEqual(cells.toSorted((a, b) => step * (a - b)));
    }
    for (const group of REPORT_GROUPS) {
      const grouped = await requestReport(fixture.admin, kind, { ...range, group, pageSize: 500 });
      expect(grouped.group).toBe(groupings.includes(group) ? group : null);
      if (grouped.group === null) continue;
      expect(grouped.groups.reduce((sum, { rows }) => sum + rows, 0)).toBe(total);
      for (const [index, column] of columns.entries()) {
        if (column.total !== 'sum' || totals.cells[index] === null) continue;
        const sum = grouped.groups.reduce((all, { cells }) => all + Number(cells[index]), 0);
        expect(sum, column.key).toBeCloseTo(Number(totals.cells[index]), 6);
      }
      // The first and the last group, because there are many days and drivers.
      const ends = grouped.groups.filter((_, index, all) => index === 0 || index === all.length - 1);
      for (const { key, rows } of ends) {
        const only = await requestReport(fixture.admin, kind, { ...range, only: { by: group, key } });
        expect(only.total, `${group} ${key}`).toBe(rows);
      }
    }
  });

  test('has labels for everything in every language', async () => {
    const words = await Promise.all(
      LANGUAGES.map((language) => requestReport(fixture.admin, kind, { ...range, language })),
    );
    const [en] = words;
    for (const { name, about, columns, parameters, rule } of words) {
      for (const text of [name, about, ...columns.map(({ label }) => label), ...parameters.map(({ label }) => label)]) {
        expect(text).not.toBe('');
      }
      for (const { key, label, choices } of [...columns, ...parameters]) {
        // A missing text would show the key itself.
        expect(label, key).not.toBe(key);
        for (const [choice, text] of Object.entries(choices ?? {})) expect(text, `${key}.${choice}`).not.toBe(choice);
      }
      expect(rule === null).toBe(en?.rule === null);
      expect(new Set(columns.map(({ label }) => label)).size).toBe(columns.length);
    }
    expect(new Set(words.map(({ about }) => about)).size).toBe(LANGUAGES.length);
  });

  test('is empty without data, and its totals are unknown rather than zero', async () => {
    if (report.range === null) return;
    const empty = await requestReport(fixture.admin, kind, { from: '2025-01-01', to: '2025-01-31' });
    expect(empty).toMatchObject({ rows: [], total: 0, totals: { rows: 0 } });
    for (const [index, { total, key }] of empty.columns.entries()) {
      expect(empty.totals.cells[index], key).toBe(total === 'count' ? 0 : null);
    }
  });
});
