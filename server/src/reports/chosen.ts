import type { ReportFilter } from '@milepost/contract/report-kinds';
import type { Queryable } from '../store/database.ts';
import { readReportNames, type ReportChoice } from '../store/reports/report-choices.ts';
import type { Report } from './report.ts';
import type { ResolvedParams } from './report-query.ts';
import { filtersOf } from './report-words.ts';
import type { RowsSql } from './rows-sql.ts';

/** What the filters of a report name, as far as the caller sees it. */
export async function readChosen(
  db: Queryable,
  report: Report,
  { scope, vehicleIds, groupIds, driverIds, fenceIds, ruleIds }: ResolvedParams,
): Promise<Partial<Record<ReportFilter, ReportChoice[]>>> {
  const ids = { vehicles: vehicleIds, groups: groupIds, drivers: driverIds, fences: fenceIds, rules: ruleIds };
  const chosen: Partial<Record<ReportFilter, ReportChoice[]>> = {};
  for (const filter of filtersOf(report)) {
    if (ids[filter].length > 0) chosen[filter] = await readReportNames(db, scope, filter, ids[filter]);
  }
  return chosen;
}

/** Name of the group that the rows are narrowed to, as the source has it; null where it has none, or no row is of it. */
export async function readOnlyLabel(db: Queryable, sql: RowsSql): Promise<string | null> {
  const { rows } = await db.query<{ label: string | null }>(sql.onlyLabel(), sql.statement.values);
  return rows[0]?.label ?? null;
}
