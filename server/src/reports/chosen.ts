import type { ReportFilter } from '@milepost/contract/report-kinds';
import type { Queryable } from '../store/database.ts';
import { readReportNames, type ReportChoice } from '../store/reports/report-choices.ts';
import type { Report } from './report.ts';
import type { ResolvedParams } from './report-query.ts';
import { filtersOf } from './report-words.ts';
import type { RowsSql } from './rows-sql.ts';

/** The labels of a report's filter values, as far as the caller may see them. */
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

/** The label of the only group shown, as the source has it; null when it has none, or no row belongs to it. */
export async function readOnlyLabel(db: Queryable, sql: RowsSql): Promise<string | null> {
  const { rows } = await db.query<{ label: string | null }>(sql.onlyLabel(), sql.statement.values);
  return rows[0]?.label ?? null;
}
