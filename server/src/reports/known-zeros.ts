import type { ReportTotals } from '@milepost/contract/report-operations';
import type { Queryable } from '../store/database.ts';
import type { Report } from './report.ts';
import { type ResolvedParams, sourceSql, Statement } from './report-query.ts';
import type { Choice } from './rows-sql.ts';

/** Sets totals of a report without rows to 0 instead of unknown, where it is known that there was nothing. */
export async function withKnownZeros(
  db: Queryable,
  report: Report,
  totals: ReportTotals,
  { params: resolved, choice }: { params: ResolvedParams; choice: Choice },
): Promise<ReportTotals> {
  const { nothing: zero } = report;
  if (zero === undefined || totals.rows > 0 || choice.only !== null || resolved.driverIds.length > 0) return totals;
  const statement = new Statement();
  const known = sourceSql(zero.known, resolved, statement);
  const { rows } = await db.query(`${known} LIMIT 1`, statement.values);
  if (rows.length === 0) return totals;
  const isZero = (index: number) => zero.keys.includes(report.columns[index]?.key ?? '');
  return { ...totals, cells: totals.cells.map((cell, index) => (isZero(index) ? 0 : cell)) };
}
