import type { ReportColumn, ReportTotals } from '@milepost/contract/report-operations';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { groupText, isNumeric } from '../../ui/report/report-cell.ts';
import type { RowsProps } from './report-rows.tsx';
import { shownColumns } from './shown-columns.ts';
import { totalText } from './total-cells.ts';
import type { ReportAnswer } from './use-report.ts';

type Row = ReportAnswer['groups'][number] & { id: number };

/** Only the subtotals of the groups; one opens its rows. */
export function ReportGroups({ data, params, state, change, stale }: RowsProps & { data: ReportAnswer }) {
  const { t } = useTranslation();
  const { page, pageSize } = state;
  const { group, currency } = data;
  const rows = useMemo(() => data.groups.map((one, index): Row => ({ ...one, id: index + 1 })), [data]);
  if (group === null) return null;
  const summed = shownColumns(data.columns, params).filter(({ total }) => total !== null);
  const sumOf = ({ key }: ReportColumn, { rows: count, cells, known }: ReportTotals) => {
    const index = data.columns.findIndex((column) => column.key === key);
    const column = data.columns[index];
    if (!column) return null;
    return totalText(t, column, { rows: count, cell: cells[index] ?? null, known: known[index] ?? 0 }, currency);
  };
  const columns: Column<Row>[] = [
    { key: 'group-name', label: t(`reports.grouped.${group}`), render: ({ label }) => groupText(t, group, label) },
    { key: 'group-rows', label: t('reports.rows'), align: 'right', render: (row) => formatNumber(row.rows) },
    ...summed.map((column): Column<Row> => ({
      key: column.key,
      label: column.label,
      ...(column.sortable && { sort: column.key, first: 'desc' }),
      ...((isNumeric(column.kind) || column.total === 'count') && { align: 'right' }),
      render: (row) => sumOf(column, row),
    })),
  ];
  return (
    <DataTable
      whole
      label={data.name}
      columns={columns}
      rows={rows}
      stale={stale}
      state={{ search: '', sort: data.sort, direction: data.direction, page, pageSize }}
      onChange={({ sort, direction }) => change({ sort: sort ?? null, direction: direction ?? null })}
      onOpen={({ key }) => change({ only: `${group}:${key}`, subtotals: null })}
      totals={{
        'group-name': t('reports.groups', { count: data.total, number: formatNumber(data.total) }),
        'group-rows': formatNumber(data.totals.rows),
        ...Object.fromEntries(summed.map((column) => [column.key, sumOf(column, data.totals)])),
      }}
    />
  );
}
