import { budgetOperations, type Budget } from '@milepost/contract/budget-operations';
import { EXPENSE_KINDS, type ExpenseKind } from '@milepost/contract/expense-kinds';
import { Select, SimpleGrid } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatMoney } from '../../../text/money.ts';
import { addMonths, formatMonth } from '../../../text/months.ts';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { SearchedSelect } from '../../../ui/form/searched-select.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { MoneyField } from '../../../ui/money/money-field.tsx';
import { budgetName } from './budget-table.tsx';
import { MonthSelect } from './month-select.tsx';

interface Props {
  /** Undefined for a new budget. */
  budget: Budget | undefined;
  /** The initial month of a new budget. */
  month: string;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  kind: ExpenseKind | null;
  vehicleId: number | null;
  groupId: number | null;
  amount: number | null;
  firstMonth: string;
  lastMonth: string | null;
}

const valuesOf = (budget: Budget | undefined, month: string): Values => ({
  kind: budget?.kind ?? null,
  vehicleId: budget?.vehicleId ?? null,
  groupId: budget?.groupId ?? null,
  amount: budget?.amount ?? null,
  firstMonth: budget?.firstMonth ?? month,
  lastMonth: budget?.lastMonth ?? null,
});

const validate = validateBy(budgetOperations['save-budget'].input);
const changed = () => refresh('get-budget-list', 'get-budget-by-id');
const MONTHS = 24;

/** The monthly budget of a kind of expense, for one vehicle, a group, or by default the whole organisation. */
export function BudgetForm({ budget, month, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => (key === 'kind' ? t('expenses.kind-label') : t(`expense-totals.form.${key}`));
  const version = useVersion(
    budget,
    async (id) => (await call('get-budget-by-id', { id })).budget,
    (theirs) => valuesOf(theirs, month),
  );
  const [search, setSearch] = useState({ vehicle: '', group: '' });
  const record = useClosingForm({
    initialValues: valuesOf(budget, month),
    validate,
    save: ({ amount, ...values }) =>
      call('save-budget', {
        ...values,
        // Validated above: it cannot be missing.
        amount: amount ?? 0,
        ...version.sent(),
      }),
    readAgain: version.readAgain,
    savedText: ({ budget: saved }) => t('form.saved', { name: budgetName(t, saved) }),
    onChanged: changed,
    onClose,
  });
  const { form } = record;
  const { vehicleId, groupId, amount, firstMonth, lastMonth } = form.values;
  const { data } = useCall(
    'get-budget-choices',
    { ...search, ...(vehicleId !== null && { vehicleId }), ...(groupId !== null && { groupId }) },
    { placeholderData: keepPreviousData },
  );
  const currency = budget?.currency ?? data?.currency ?? 'USD';

  function wordOf(name: string, value: unknown): string | undefined {
    if (name === 'kind') return t(typeof value === 'string' ? `expenses.kind.${value}` : 'expenses.all-kinds');
    if (name === 'amount' && typeof value === 'number') return formatMoney(value, currency);
    if (typeof value === 'string') return formatMonth(value);
    const list = name === 'vehicleId' ? data?.vehicles : data?.groups;
    return list?.find(({ id }) => id === value)?.name;
  }
  const remove = (one: Budget) =>
    record.remove({
      name: budgetName(t, one),
      consequence: t('expense-totals.delete-text'),
      remove: () => call('delete-budget', { id: one.id }),
      restore: () => call('restore-budget', { id: one.id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label, value: wordOf }}
      readOnly={false}
      onCancel={onClose}
      onDelete={budget && (() => remove(budget))}
    >
      <MoneyField {...form.getInputProps('amount')} label={label('amount')} currency={currency} value={amount} />
      <Select
        {...form.getInputProps('kind')}
        label={label('kind')}
        placeholder={t('expenses.all-kinds')}
        clearable
        data={EXPENSE_KINDS.map((value) => ({ value, label: t(`expenses.kind.${value}`) }))}
      />
      <SearchedSelect
        {...form.getInputProps('groupId')}
        label={label('groupId')}
        description={label('group-text')}
        options={data?.groups ?? []}
        total={data?.groupsTotal}
        onSearch={(group) => setSearch((old) => ({ ...old, group }))}
        value={groupId}
        clearable
      />
      <SearchedSelect
        {...form.getInputProps('vehicleId')}
        label={label('vehicleId')}
        options={data?.vehicles ?? []}
        total={data?.vehiclesTotal}
        onSearch={(vehicle) => setSearch((old) => ({ ...old, vehicle }))}
        value={vehicleId}
        clearable
      />
      <SimpleGrid cols={2} spacing="sm">
        <MonthSelect
          {...form.getInputProps('firstMonth')}
          label={label('firstMonth')}
          value={firstMonth}
          from={addMonths(month, -MONTHS)}
          to={addMonths(month, MONTHS)}
        />
        <MonthSelect
          {...form.getInputProps('lastMonth')}
          label={label('lastMonth')}
          placeholder={t('expense-totals.form.no-end')}
          value={lastMonth}
          from={firstMonth}
          to={addMonths(firstMonth, MONTHS)}
          clearable
        />
      </SimpleGrid>
    </RecordForm>
  );
}
