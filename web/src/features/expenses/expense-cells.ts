import type { Expense } from '@milepost/contract/expense-operations';
import type { OwnField } from '@milepost/contract/own-field-operations';
import type { TFunction } from 'i18next';
import { wholeOf } from '../../text/money.ts';
import { findingsOf } from '../../ui/expenses/expense-findings.tsx';
import type { CsvColumn } from '../../ui/data-table/csv.ts';
import { ownCsv } from '../../ui/own-fields/own-columns.ts';

/** Days as ISO 8601, amounts and kilometres as numbers, so that a program can read them. */
export function expenseCells(t: TFunction, fields: readonly OwnField[] | undefined): CsvColumn<Expense>[] {
  const label = (key: string) => t(`expenses.${key}`);
  return [
    { label: label('day'), value: ({ day }) => day },
    { label: label('kind-label'), value: ({ kind }) => t(`expenses.kind.${kind}`) },
    { label: label('state-label'), value: ({ state }) => t(`expenses.state.${state}`) },
    { label: label('vehicle'), value: ({ registration }) => registration },
    { label: label('driver'), value: ({ driverName }) => driverName },
    { label: label('vendor'), value: ({ vendorName }) => vendorName },
    { label: label('bill-number'), value: ({ billNumber }) => billNumber },
    { label: label('amount'), value: ({ amount, currency }) => wholeOf(amount, currency) },
    { label: label('tax'), value: ({ tax, currency }) => (tax === null ? null : wholeOf(tax, currency)) },
    { label: label('currency'), value: ({ currency }) => currency },
    { label: label('quantity'), value: ({ quantity }) => quantity },
    {
      label: label('full-tank'),
      value: ({ kind, fullTank }) => (kind === 'fuel' || fullTank ? label(fullTank ? 'yes' : 'no') : null),
    },
    {
      label: label('missed-fill'),
      value: ({ kind, missedFill }) => (kind === 'fuel' || missedFill ? label(missedFill ? 'yes' : 'no') : null),
    },
    { label: label('odometer-km'), value: ({ odometerM }) => (odometerM === null ? null : odometerM / 1000) },
    { label: label('note'), value: ({ note }) => note },
    { label: label('reason'), value: ({ reason }) => reason },
    {
      label: label('check.title'),
      value: (expense) =>
        findingsOf(t, expense)
          .map(({ text }) => text)
          .join(' ') || null,
    },
    { label: label('made-by'), value: ({ madeBy }) => madeBy },
    { label: label('decided-by'), value: ({ decidedBy }) => decidedBy },
    ...ownCsv<Expense>(t, fields),
  ];
}
