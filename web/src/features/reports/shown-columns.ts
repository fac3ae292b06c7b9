import type { ReportColumn } from '@milepost/contract/report-operations';
import { readColumns } from './report-state.ts';

/** The visible columns, in order: those of the address, otherwise the report's default. */
export function shownColumns(columns: readonly ReportColumn[], params: URLSearchParams): ReportColumn[] {
  const chosen = (readColumns(params) ?? []).flatMap((key) => columns.find((column) => column.key === key) ?? []);
  return chosen.length > 0 ? [...new Set(chosen)] : columns.filter(({ optional }) => !optional);
}
