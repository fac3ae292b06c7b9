import type { RecurringExpense } from '@milepost/contract/recurring-expense-operations';
import type { TFunction } from 'i18next';
import { formatDate } from '../../../text/format.ts';
import { formatMoney, wholeOf } from '../../../text/money.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';

const SORTS = ['nextDay', 'amount', 'kind'] as const;
export type RecurringSort = (typeof SORTS)[number];
export const RECURRING_DEFAULTS: TableDefaults<RecurringSort> = { sorts: SORTS, sort: 'nextDay', direction: 'asc' };

/** "Lease or loan · SBA 1234". */
export const recurringName = (t: TFunction, { kind, registration, vendorName }: RecurringExpense): string =>
  [t(`expenses.kind.${kind}`), registration ?? vendorName].filter((part) => part !== null).join(' · ');

/** The next date, or the reason why there is none. */
const nextText = (t: TFunction, { state, failedAt, nextDays: [next] }: RecurringExpense): string => {
  if (failedAt !== null && state === 'running') return t('recurring-expenses.failed-short');
  return next === undefined ? t(`recurring-expenses.state.${state}`) : formatDate(next);
};

export function recurringColumns(t: TFunction): Column<RecurringExpense, RecurringSort>[] {
  const label = (key: string) => t(`recurring-expenses.${key}`);
  return [
    {
      key: 'kind',
      label: t('expenses.kind-label'),
      sort: 'kind',
      render: ({ kind }) => <b>{t(`expenses.kind.${kind}`)}</b>,
    },
    { key: 'vehicle', label: t('expenses.vehicle'), render: ({ registration }) => registration ?? '–' },
    {
      key: 'amount',
      label: t('expenses.amount'),
      sort: 'amount',
      align: 'right',
      render: ({ amount, currency }) => formatMoney(amount, currency),
    },
    { key: 'every', label: label('every'), render: ({ every }) => t(`recurring-expenses.each.${every}`) },
    { key: 'next', label: label('next'), sort: 'nextDay', render: (one) => nextText(t, one) },
    { key: 'vendor', from: 760, label: t('expenses.vendor'), render: ({ vendorName }) => vendorName ?? '–' },
    { key: 'driver', from: 900, label: t('expenses.driver'), render: ({ driverName }) => driverName ?? '–' },
    {
      key: 'last',
      from: 1040,
      label: label('last-day'),
      render: ({ lastDay }) => (lastDay === null ? '–' : formatDate(lastDay)),
    },
  ];
}

export function recurringCells(t: TFunction): CsvColumn<RecurringExpense>[] {
  const label = (key: string) => t(`recurring-expenses.${key}`);
  return [
    { label: t('expenses.kind-label'), value: ({ kind }) => t(`expenses.kind.${kind}`) },
    { label: t('expenses.vehicle'), value: ({ registration }) => registration },
    { label: t('expenses.driver'), value: ({ driverName }) => driverName },
    { label: t('expenses.vendor'), value: ({ vendorName }) => vendorName },
    { label: t('expenses.amount'), value: ({ amount, currency }) => wholeOf(amount, currency) },
    { label: t('expenses.currency'), value: ({ currency }) => currency },
    { label: label('every'), value: ({ every }) => t(`recurring-expenses.each.${every}`) },
    { label: label('first-day'), value: ({ firstDay }) => firstDay },
    { label: label('last-day'), value: ({ lastDay }) => lastDay },
    { label: label('next'), value: ({ nextDays }) => nextDays[0] ?? null },
    { label: t('expenses.state-label'), value: ({ state }) => t(`recurring-expenses.state.${state}`) },
    { label: t('expenses.note'), value: ({ note }) => note },
  ];
}
