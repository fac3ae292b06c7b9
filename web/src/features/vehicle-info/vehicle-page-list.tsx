import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Paper, Group } from '@mantine/core';
import type { Column } from '../../ui/data-table/column.ts';
import { type ExportFile, ExportMenu } from '../../ui/data-table/export-menu.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { TableFooter } from '../../ui/data-table/table-footer.tsx';
import type { TableDefaults } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { DaysFilter } from '../../ui/date-range/days-filter.tsx';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import classes from './vehicle-page.module.css';
import type { VehiclePageState } from './vehicle-page-state.ts';

export const LIST_DEFAULTS: TableDefaults<string> = { sorts: ['start'], sort: 'start', direction: 'desc' };

interface Props<Row extends { id: number }> {
  label: string;
  columns: readonly Column<Row>[];
  query: UseQueryResult<{ rows: Row[]; total: number }>;
  days: VehiclePageState;
  onOpen(row: Row): void;
  /** The export of the list. */
  file?: ExportFile<Row>;
}

/** Facts of the vehicle over some days, newest first, page by page. */
export function VehiclePageList<Row extends { id: number }>({ label, columns, query, days, onOpen, file }: Props<Row>) {
  const { t } = useTranslation();
  const { state, change, filter } = useTableState(LIST_DEFAULTS);
  const { data, error } = query;
  return (
    <Paper withBorder radius="lg" className={classes['list']}>
      <Group p="sm" justify="space-between">
        <DaysFilter days={days} filter={filter} />
        {file && <ExportMenu title={label} {...file} />}
      </Group>
      {error && <ErrorNote radius={0} title={t('table.failed')} error={error} onRetry={() => void query.refetch()} />}
      {data?.total === 0 ? (
        <div className={classes['empty']}>
          <EmptyNote title={t('vehicle-page.nothing')} text={t('vehicle-page.nothing-text')} />
        </div>
      ) : (
        (data !== undefined || !error) && (
          <DataTable
            label={label}
            columns={columns}
            rows={data?.rows}
            state={state}
            onChange={change}
            onOpen={onOpen}
            stale={query.isPlaceholderData}
          />
        )
      )}
      {(data?.total ?? 0) > 0 && <TableFooter total={data?.total ?? 0} state={state} onChange={change} />}
    </Paper>
  );
}
