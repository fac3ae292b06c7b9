import type { ReportTotals } from '@milepost/contract/report-routes';
import type { Queryable } from '../store/database.ts';
import type { Report } from './report.ts';
import { type Asked, sourceSql, Statement } from './report-query.ts';
import type { Choice } from './rows-sql.ts';

/** Totals of a report without rows: 0 in place of unknown, where it is known that there was nothing. */
export async function withKnownNothing(
  db: Queryable,
  report: Report,
  totals: ReportTotals,
  { asked, choice }: { asked: Asked; choice: Choice },
): Promise<ReportTotals> {
  const { nothing } = report;
  if (nothing === undefined || totals.rows > 0 || choice.only !== null || asked.driverIds.length > 0) return totals;
  const statement = new Statement();
  const known = sourceSql(nothing.known, asked, statement);
  const { rows } = await db.query(`${known} LIMIT 1`, statement.values);
  if (rows.length === 0) return totals;
  const isNothing = (index: number) => nothing.keys.includes(report.columns[index]?.key ?? '');
  return { ...totals, cells: totals.cells.map((cell, index) => (isNothing(index) ? 0 : cell)) };
}
