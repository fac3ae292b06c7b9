import type { ReportColumn, ReportRow } from '@milepost/contract/report-operations';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { useServerNow } from '../../live/use-live.ts';
import { formatNumber } from '../../text/format.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { type Cells, DataTable } from '../../ui/data-table/data-table.tsx';
import { factPath } from '../../ui/history-path.ts';
import { cellText, groupText, isNumeric } from '../../ui/report/report-cell.ts';
import { ReportGroups } from './report-groups.tsx';
import classes from './reports.module.css';
import { shownColumns } from './shown-columns.ts';
import type { ReportState } from './report-state.ts';
import { totalCells } from './total-cells.ts';
import type { Change, ReportAnswer } from './use-report.ts';

type Row = ReportRow & { id: number };

export interface RowsProps {
  data: ReportAnswer | undefined;
  params: URLSearchParams;
  state: ReportState;
  change: Change;
  stale: boolean;
}

const STEP_MS = 60_000;
const NONE: ReadonlySet<string> = new Set();
const LOADING: Column<Row>[] = ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key, label: '', render: () => null }));

/** The rows of a report with their totals; a row opens its subject. */
export function ReportRows({ data, params, state, change, stale }: RowsProps) {
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
  const [folded, setFolded] = useState<ReadonlySet<string>>(NONE);
  // A group that was opened on its own shows its rows.
  const hidden = data?.only?.by === data?.group ? NONE : folded;
  const fold = (key: string) =>
    setFolded((former) => new Set(former.has(key) ? [...former].filter((one) => one !== key) : [...former, key]));
  if (data?.subtotals) return <ReportGroups data={data} params={params} state={state} change={change} stale={stale} />;
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
      headOf={
        data && data.group !== null
          ? (row, before) => headOf(t, shown, data, row, before, { folded: hidden, fold })
          : undefined
      }
      isFolded={({ group }) => group !== null && hidden.has(group)}
    />
  );
}

function toColumn(column: ReportColumn, { columns, rows, currency }: ReportAnswer): Column<Row> {
  const index = columns.findIndex(({ key }) => key === column.key);
  return {
    key: column.key,
    label: column.label,
    ...(column.sortable && { sort: column.key }),
    ...(isNumeric(column.kind) && { align: 'right' as const, first: 'desc' as const }),
    // A column that is empty on the whole page is hidden.
    ...((column.kind === 'place' || column.kind === 'text') &&
      rows.some(({ cells }) => cells[index] !== null) && {
        text: true,
        wide: column.kind === 'place',
      }),
    render: ({ cells }) => cellText(column, cells[index] ?? null, currency),
  };
}

function headOf(
  t: TFunction,
  shown: readonly ReportColumn[],
  data: ReportAnswer,
  row: Row,
  before: Row | undefined,
  { folded, fold }: { folded: ReadonlySet<string>; fold: (key: string) => void },
): Cells | null {
  const { group } = data;
  if (group === null || row.group === before?.group) return null;
  const found = data.groups.find(({ key }) => key === row.group);
  if (!found) return null;
  const name = t('reports.group-rows', {
    name: groupText(t, group, found.label),
    number: formatNumber(found.rows),
  });
  const open = !folded.has(found.key);
  return totalCells(
    t,
    shown,
    data,
    found,
    <button type="button" className={classes['fold'] ?? ''} aria-expanded={open} onClick={() => fold(found.key)}>
      {open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} data-flip aria-hidden />}
      {name}
    </button>,
  );
}
