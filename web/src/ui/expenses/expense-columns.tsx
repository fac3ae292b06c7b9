import { isLiquid } from '@milepost/contract/expense-kinds';
import type { Expense } from '@milepost/contract/expense-operations';
import { Checkbox } from '@mantine/core';
import type { TFunction } from 'i18next';
import { formatDate, formatDecimal, formatDistance } from '../../text/format.ts';
import { formatMoney } from '../../text/money.ts';
import { type Column, OPTIONAL } from '../data-table/column.ts';
import type { TableDefaults } from '../data-table/table-state.ts';
import { findingMarks } from './expense-findings.tsx';
import { ExpenseStateChip } from './expense-state.tsx';

const SORTS = ['day', 'amount', 'kind'] as const;
export type ExpenseSort = (typeof SORTS)[number];
export const EXPENSE_DEFAULTS: TableDefaults<ExpenseSort> = { sorts: SORTS, sort: 'day', direction: 'desc' };

/** The chosen rows; omitted if no actions exist for them. */
export interface ChosenExpenses {
  chosen: ReadonlySet<number>;
  toggle: (id: number) => void;
}

const quantityText = (t: TFunction, { kind, quantity }: Expense) => {
  if (quantity === null) return '–';
  return isLiquid(kind) ? t('expenses.litres', { quantity: formatDecimal(quantity) }) : formatDecimal(quantity);
};

export function expenseColumns(t: TFunction, choosing?: ChosenExpenses): Column<Expense, ExpenseSort>[] {
  const label = (key: string) => t(`expenses.${key}`);
  return [
    {
      key: 'kind',
      label: label('kind-label'),
      sort: 'kind',
      render: (expense) => (
        <>
          {choosing && (
            <Checkbox
              display="inline-block"
              me="sm"
              style={{ verticalAlign: 'middle' }}
              aria-label={t('choosing.one', { name: nameOf(t, expense) })}
              checked={choosing.chosen.has(expense.id)}
              onClick={(event) => event.stopPropagation()}
              onChange={() => choosing.toggle(expense.id)}
            />
          )}
          <b>{t(`expenses.kind.${expense.kind}`)}</b>
          {findingMarks(t, expense)}
        </>
      ),
    },
    { key: 'vehicle', label: label('vehicle'), render: ({ registration }) => registration ?? '–' },
    {
      key: 'amount',
      label: label('amount'),
      sort: 'amount',
      align: 'right',
      render: ({ amount, currency }) => formatMoney(amount, currency),
    },
    { key: 'day', label: label('day'), sort: 'day', render: ({ day }) => formatDate(day) },
    { key: 'state', label: label('state-label'), render: ({ state }) => <ExpenseStateChip state={state} /> },
    { key: 'vendor', from: 860, label: label('vendor'), render: ({ vendorName }) => vendorName ?? '–' },
    { key: 'driver', from: 1000, label: label('driver'), render: ({ driverName }) => driverName ?? '–' },
    { key: 'bill', from: 1120, label: label('bill-number'), render: ({ billNumber }) => billNumber ?? '–' },
    {
      key: 'quantity',
      from: 1240,
      label: label('quantity'),
      align: 'right',
      render: (expense) => quantityText(t, expense),
    },
    {
      key: 'odometer',
      from: 1360,
      label: label('odometer'),
      align: 'right',
      render: ({ odometerM }) => (odometerM === null ? '–' : formatDistance(odometerM)),
    },
    {
      key: 'missedFill',
      from: OPTIONAL,
      label: label('missed-fill'),
      render: ({ missedFill }) => (missedFill ? label('yes') : '–'),
    },
    { key: 'by', from: 1480, label: label('made-by'), render: ({ madeBy }) => madeBy ?? '–' },
  ];
}

/** "Fuel · SBA 1234". */
export const nameOf = (t: TFunction, { kind, registration, vendorName, billNumber }: Expense): string =>
  [t(`expenses.kind.${kind}`), registration ?? vendorName ?? billNumber].filter((part) => part !== null).join(' · ');
