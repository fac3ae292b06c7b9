import type { ReportCell } from '@milepost/contract/report-columns';
import type { ReportColumn, ReportRow, ReportTotals } from '@milepost/contract/report-routes';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { useServerNow } from '../../live/use-live.ts';
import { formatNumber } from '../../text/format.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { type Cells, DataTable } from '../../ui/data-table/data-table.tsx';
import { factPath } from '../../ui/history-path.ts';
import { cellText, groupText, isNumeric } from '../../ui/report/report-cell.ts';
import { shownColumns } from './shown-columns.ts';
import type { ReportState } from './report-state.ts';
import type { Change, ReportAnswer } from './use-report.ts';

type Row = ReportRow & { id: number };

interface Props {
  data: ReportAnswer | undefined;
  params: URLSearchParams;
  state: ReportState;
  change: Change;
  stale: boolean;
}

const STEP_MS = 60_000;
const LOADING: Column<Row>[] = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key, label: '', render: () => null }));

/** The rows of a report with their totals; a row opens what it tells of. */
export function ReportRows({ data, params, state, change, stale }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const now = useServerNow(STEP_MS);
  const mayHistory = useMay('history', 'view');
  const { page, pageSize } = state;
  const rows = useMemo(
    () => data?.rows.map((row, index): Row => ({ ...row, id: (page - 1) * pageSize + index + 1 })),
    [data, page, pageSize],
  );
  const shown = data === undefined ? [] : shownColumns(data.columns, params);
  const columns = data === undefined ? LOADING : shown.map((column) => toColumn(column, data));
  const open = ({ moment, path }: Row) => {
    if (path !== null) void navigate(path);
    else if (moment !== null && mayHistory) void navigate(factPath(moment, now));
  };
  return (
    <DataTable
      whole
      label={data?.name ?? t('reports.title')}
      columns={columns}
      rows={rows}
      stale={stale}
      state={{ search: '', sort: data?.sort ?? '', direction: data?.direction ?? 'asc', page, pageSize }}
      onChange={({ sort, direction }) => change({ sort: sort ?? null, direction: direction ?? null })}
      onOpen={open}
      totals={data && totalCells(t, shown, data, data.totals)}
      headOf={data && data.group !== null ? (row, before) => headOf(t, shown, data, row, before) : undefined}
    />
  );
}

function toColumn(column: ReportColumn, { columns, currency }: ReportAnswer): Column<Row> {
  const index = columns.findIndex(({ key }) => key === column.key);
  return {
    key: column.key,
    label: column.label,
    ...(column.sortable && { sort: column.key }),
    ...(isNumeric(column.kind) && { align: 'right' as const }),
    ...((column.kind === 'place' || column.kind === 'text') && { text: true }),
    render: ({ cells }) => cellText(column, cells[index] ?? null, currency),
  };
}

/** What rows add up to, under a name in the first column; with how many of them it is known of, where not of all. */
function totalCells(
  t: TFunction,
  shown: readonly ReportColumn[],
  { columns, currency }: ReportAnswer,
  { rows, cells, known }: ReportTotals,
  name: string = t('reports.total', { count: rows, number: formatNumber(rows) }),
): Cells {
  const entries = shown.map((column, place) => {
    const index = columns.findIndex(({ key }) => key === column.key);
    if (place === 0) return [column.key, name] as const;
    if (column.total === null) return [column.key, null] as const;
    const covered = known[index] ?? 0;
    const text = totalText(column, cells[index] ?? null, currency);
    const part =
      covered > 0 && covered < rows
        ? ` (${t('reports.known', { known: formatNumber(covered), of: formatNumber(rows) })})`
        : '';
    return [column.key, `${text}${part}`] as const;
  });
  return Object.fromEntries(entries);
}

const totalText = (column: ReportColumn, cell: ReportCell, currency: string) =>
  column.total === 'count' && typeof cell === 'number' ? formatNumber(cell) : cellText(column, cell, currency);

function headOf(
  t: TFunction,
  shown: readonly ReportColumn[],
  data: ReportAnswer,
  row: Row,
  before: Row | undefined,
): Cells | null {
  const { group } = data;
  if (group === null || row.group === before?.group) return null;
  const found = data.groups.find(({ key }) => key === row.group);
  if (!found) return null;
  const name = t('reports.group-rows', {
    name: groupText(t, group, found.label),
    number: formatNumber(found.rows),
  });
  return totalCells(t, shown, data, found, name);
}
