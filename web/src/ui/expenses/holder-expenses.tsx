import { recordPath } from '@milepost/contract/record-kinds';
import { Button, Group, Paper } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { DataTable } from '../data-table/data-table.tsx';
import { TableFooter } from '../data-table/table-footer.tsx';
import { useTableState } from '../data-table/use-table-state.ts';
import { EmptyNote } from '../empty-note.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';
import { EXPENSE_DEFAULTS, expenseColumns } from './expense-columns.tsx';

/** The expenses of a vehicle; a row opens it in the list of all. */
export function HolderExpenses({ vehicleId, className }: { vehicleId: number; className: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayCreate = useMay('expenses', 'create');
  const { state, change } = useTableState(EXPENSE_DEFAULTS);
  const query = useCall('get-expense-list', { ...state, vehicleId }, { placeholderData: keepPreviousData });
  const { data, error } = query;
  const add = mayCreate && (
    <Button
      component={Link}
      to={`/expenses?vehicle=${vehicleId}&open=new`}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('expenses.add')}
    </Button>
  );
  if (data?.total === 0) {
    return (
      <Paper withBorder radius="lg" p="xl" className={className ?? ''}>
        <EmptyNote title={t('expenses.empty')} text={t('expenses.empty-text')}>
          {add}
        </EmptyNote>
      </Paper>
    );
  }
  return (
    <Paper withBorder radius="lg" className={className ?? ''}>
      {add && (
        <Group p="sm" justify="flex-end">
          {add}
        </Group>
      )}
      {error && <ErrorNote radius={0} title={t('table.failed')} error={error} onRetry={() => void query.refetch()} />}
      {(data !== undefined || !error) && (
        <DataTable
          label={t('expenses.title')}
          columns={expenseColumns(t).filter(({ key }) => key !== 'vehicle')}
          rows={data?.rows}
          state={state}
          onChange={change}
          onOpen={({ id }) => void navigate(`/${recordPath('expense', id)}`)}
          stale={query.isPlaceholderData}
        />
      )}
      {data && <TableFooter total={data.total} state={state} onChange={change} />}
    </Paper>
  );
}
