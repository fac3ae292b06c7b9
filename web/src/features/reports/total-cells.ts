import type { ReportCell } from '@milepost/contract/report-columns';
import type { ReportColumn, ReportTotals } from '@milepost/contract/report-operations';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { formatNumber } from '../../text/format.ts';
import type { Cells } from '../../ui/data-table/data-table.tsx';
import { cellText } from '../../ui/report/report-cell.ts';
import type { ReportAnswer } from './use-report.ts';

/** The totals of rows, under a label in the first column; with the number of rows that have a value, if not all do. */
export function totalCells(
  t: TFunction,
  shown: readonly ReportColumn[],
  { columns, currency }: ReportAnswer,
  { rows, cells, known }: ReportTotals,
  name: ReactNode = t('reports.total', { count: rows, number: formatNumber(rows) }),
): Cells {
  const entries = shown.map((column, place): [string, ReactNode] => {
    const index = columns.findIndex(({ key }) => key === column.key);
    if (place === 0) return [column.key, name];
    if (column.total === null) return [column.key, null];
    return [column.key, totalText(t, column, { rows, cell: cells[index] ?? null, known: known[index] ?? 0 }, currency)];
  });
  return Object.fromEntries(entries);
}

/** One total, with the number of rows that have a value, if not all do. */
export function totalText(
  t: TFunction,
  column: ReportColumn,
  { rows, cell, known }: { rows: number; cell: ReportCell; known: number },
  currency: string,
): string {
  const text =
    column.total === 'count' && typeof cell === 'number' ? formatNumber(cell) : cellText(column, cell, currency);
  return known > 0 && known < rows
    ? `${text} (${t('reports.known', { known: formatNumber(known), of: formatNumber(rows) })})`
    : text;
}
