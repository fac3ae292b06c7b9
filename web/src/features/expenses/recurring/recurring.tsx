import { EXPENSE_KINDS, RECURRING_STATES } from '@milepost/contract/expense-kinds';
import { Button, Select } from '@mantine/core';
import { IconPlus, IconRepeat } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { readFilter } from '../expense-filter.ts';
import { RECURRING_DEFAULTS, recurringCells, recurringColumns } from './recurring-columns.tsx';
import { WhenUsed } from '../../../ui/when-used.tsx';

const RecurringDrawer = lazyPart(async () => ({ default: (await import('./recurring-drawer.tsx')).RecurringDrawer }));

/** Leases, loans, allowances, insurances: expenses that recur each period, sorted by the next date. */
export function RecurringPage() {
  const { t } = useTranslation();
  const list = useTableState(RECURRING_DEFAULTS);
  const [params] = useSearchParams();
  const { open } = useOpenRecord();
  const mayCreate = useMay('expenses', 'create');
  const { kind } = readFilter(params);
  const state = RECURRING_STATES.find((one) => one === params.get('state'));
  const input = { ...list.state, kind, state };
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
      {t('recurring-expenses.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('expenses.screen.recurring')}
        searchLabel={t('recurring-expenses.search')}
        list={list}
        columns={recurringColumns(t)}
        query={useCall('get-recurring-expense-list', input, { placeholderData: keepPreviousData })}
        onOpen={({ id }) => open(id)}
        file={{
          name: 'recurring-expenses',
          columns: recurringCells(t),
          fetchPage: (page, pageSize) => call('get-recurring-expense-list', { ...input, page, pageSize }),
        }}
        filters={
          <>
            <Select
              aria-label={t('expenses.kind-label')}
              placeholder={t('expenses.all-kinds')}
              clearable
              w={{ base: 'calc(50% - 4px)', sm: 180 }}
              data={EXPENSE_KINDS.map((one) => ({ value: one, label: t(`expenses.kind.${one}`) }))}
              value={kind ?? null}
              onChange={(one) => list.filter({ kind: one })}
            />
            <Select
              aria-label={t('expenses.state-label')}
              placeholder={t('expenses.all-states')}
              clearable
              w={{ base: 'calc(50% - 4px)', sm: 170 }}
              data={RECURRING_STATES.map((one) => ({ value: one, label: t(`recurring-expenses.state.${one}`) }))}
              value={state ?? null}
              onChange={(one) => list.filter({ state: one })}
            />
          </>
        }
        filtered={kind !== undefined || state !== undefined}
        actions={addButton}
        empty={{
          Icon: IconRepeat,
          title: t('recurring-expenses.empty'),
          text: t('recurring-expenses.empty-text'),
          action: addButton,
        }}
      />
      <WhenUsed>
        <RecurringDrawer />
      </WhenUsed>
    </>
  );
}
