import { EXPENSE_KINDS } from '@milepost/contract/expense-kinds';
import type { Expense } from '@milepost/contract/expense-operations';
import { Button, Select } from '@mantine/core';
import { IconChartBar, IconPlus, IconReceipt, IconRepeat } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { DateRange } from '../../ui/date-range/date-range.tsx';
import { EXPENSE_DEFAULTS, expenseColumns, type ExpenseSort, nameOf } from '../../ui/expenses/expense-columns.tsx';
import { useOpenRecord } from '../../ui/form/use-open-record.ts';
import { ImportButton } from '../../ui/import/import-button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { ChosenBar } from '../../ui/list-page/chosen-bar.tsx';
import { useChosenRows } from '../../ui/list-page/use-chosen-rows.ts';
import { withChoosing } from '../../ui/list-page/with-choosing.tsx';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { FindingSelect } from './finding-select.tsx';
import { ownColumns } from '../../ui/own-fields/own-columns.ts';
import { OwnFilterSelect, readOwnFilter } from '../../ui/own-fields/own-filter.tsx';
import { useOwnFields } from '../../ui/own-fields/own-values.ts';
import { VehicleFilter } from '../../ui/vehicle-filter/vehicle-filter.tsx';
import { expenseCells } from './expense-cells.ts';
import { LIST_STATES, readFilter } from './expense-filter.ts';
import { FilterNotes } from './filter-notes.tsx';
import { WhenUsed } from '../../ui/when-used.tsx';

const ExpenseDrawer = lazyPart(async () => ({ default: (await import('./expense-drawer.tsx')).ExpenseDrawer }));
const ExpenseBulk = lazyPart(() => import('./expense-bulk.tsx'));

/** Money spent on vehicles and for the fleet: list, search, and the form beside it. */
export default function ExpensesPage() {
  const { t } = useTranslation();
  const list = useTableState(EXPENSE_DEFAULTS);
  const [params] = useSearchParams();
  const { open } = useOpenRecord();
  const mayCreate = useMay('expenses', 'create');
  const mayChange = useMay('expenses', 'edit');
  const picks = useChosenRows((expense: Expense) => nameOf(t, expense));
  const fields = useOwnFields('expense');
  const filter = { ...readFilter(params), own: readOwnFilter(params, fields) };
  const input = { ...list.state, ...filter };
  const query = useCall('get-expense-list', input, { placeholderData: keepPreviousData });
  const columns = [...expenseColumns(t), ...ownColumns<Expense, ExpenseSort>(t, fields)];
  const addButton = mayCreate && (
    <>
      <ImportButton kind="expense" />
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
        {t('expenses.add')}
      </Button>
    </>
  );
  return (
    <>
      <ListPage
        title={t('expenses.title')}
        searchLabel={t('expenses.search')}
        list={list}
        columns={mayChange ? withChoosing(t, columns, picks, query.data?.rows) : columns}
        query={query}
        onOpen={({ id }) => open(id)}
        file={{
          name: 'expenses',
          columns: fields && expenseCells(t, fields),
          fetchPage: (page, pageSize) => call('get-expense-list', { ...input, page, pageSize }),
        }}
        filters={
          <>
            <Select
              aria-label={t('expenses.kind-label')}
              placeholder={t('expenses.all-kinds')}
              clearable
              w={{ base: 'calc(50% - 4px)', sm: 180 }}
              data={EXPENSE_KINDS.map((kind) => ({ value: kind, label: t(`expenses.kind.${kind}`) }))}
              value={filter.kind ?? null}
              onChange={(kind) => list.filter({ kind })}
            />
            <Select
              aria-label={t('expenses.state-label')}
              placeholder={t('expenses.all-states')}
              clearable
              w={{ base: 'calc(50% - 4px)', sm: 170 }}
              data={LIST_STATES.map((state) => ({ value: state, label: t(`expenses.state.${state}`) }))}
              value={filter.state ?? null}
              onChange={(state) => list.filter({ state })}
            />
            <VehicleFilter
              value={filter.vehicleId ?? null}
              onChange={(id) => list.filter({ vehicle: id === null ? null : String(id) })}
            />
            <DateRange
              label={t('table.days')}
              labelHidden
              clearable
              w={{ base: '100%', sm: 236 }}
              value={[filter.firstDay ?? null, filter.lastDay ?? null]}
              onChange={([from, to]) => list.filter({ from, to })}
            />
            <FindingSelect value={filter.doubt} onChange={(finding) => list.filter({ doubt: finding })} />
            <OwnFilterSelect fields={fields} value={params.get('own')} onChange={(own) => list.filter({ own })} />
            <FilterNotes filter={filter} onRemove={(name) => list.filter({ [name]: null })} />
          </>
        }
        filtered={Object.values(filter).some((value) => value !== undefined)}
        lead={
          <>
            <Button
              component={Link}
              to="/expenses/totals"
              variant="default"
              leftSection={<IconChartBar size={16} aria-hidden />}
            >
              {t('expenses.screen.totals')}
            </Button>
            <Button
              component={Link}
              to="/expenses/recurring"
              variant="default"
              leftSection={<IconRepeat size={16} aria-hidden />}
            >
              {t('expenses.screen.recurring')}
            </Button>
          </>
        }
        actions={addButton}
        empty={{
          Icon: IconReceipt,
          title: t('expenses.empty'),
          text: t('expenses.empty-text'),
          action: addButton,
        }}
      />
      <ChosenBar
        picks={picks}
        rows={query.data?.rows}
        total={query.data?.total ?? 0}
        filter={{ search: list.state.search, ...filter }}
        Dialog={mayChange ? ExpenseBulk : undefined}
      />
      <WhenUsed>
        <ExpenseDrawer />
      </WhenUsed>
    </>
  );
}
