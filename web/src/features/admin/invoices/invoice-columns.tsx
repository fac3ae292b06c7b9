import type { Invoice } from '@milepost/contract/invoice-operations';
import type { TFunction } from 'i18next';
import { formatDate } from '../../../text/format.ts';
import { formatMoney, wholeOf } from '../../../text/money.ts';
import { type Column, OPTIONAL } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { StateChip } from '../subscriptions/state-chip.tsx';

const SORTS = ['day', 'number', 'organisation', 'dueDay', 'total'] as const;
type Sort = (typeof SORTS)[number];
export const INVOICE_DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'day', direction: 'desc' };

export function invoiceColumns(t: TFunction): Column<Invoice, Sort>[] {
  const label = (key: string) => t(`subscriptions.${key}`);
  return [
    { key: 'number', label: label('invoices.number'), sort: 'number', render: ({ number }) => <b>{number}</b> },
    {
      key: 'organisation',
      label: label('customer'),
      sort: 'organisation',
      render: ({ organisationName }) => organisationName,
    },
    { key: 'state', label: label('state-label'), render: ({ state }) => <StateChip state={state} /> },
    {
      key: 'total',
      label: label('invoices.total'),
      sort: 'total',
      align: 'right',
      render: ({ total, currency }) => formatMoney(total, currency),
    },
    {
      key: 'paid',
      from: 820,
      label: label('invoices.paid'),
      align: 'right',
      render: ({ paid, currency }) => formatMoney(paid, currency),
    },
    {
      key: 'credited',
      from: OPTIONAL,
      label: label('invoices.credited'),
      align: 'right',
      render: ({ credited, currency }) => formatMoney(credited, currency),
    },
    { key: 'day', from: 900, label: label('invoices.day'), sort: 'day', render: ({ day }) => formatDate(day) },
    {
      key: 'dueDay',
      from: 1020,
      label: label('invoices.due-day'),
      sort: 'dueDay',
      render: ({ dueDay }) => formatDate(dueDay),
    },
    { key: 'issuer', from: 1160, label: label('seller'), render: ({ issuerName }) => issuerName },
  ];
}

export function invoiceCells(t: TFunction): CsvColumn<Invoice>[] {
  const label = (key: string) => t(`subscriptions.${key}`);
  const amount = (key: 'net' | 'tax' | 'total' | 'credited' | 'paid'): CsvColumn<Invoice> => ({
    label: label(`invoices.${key}`),
    value: (invoice) => wholeOf(invoice[key], invoice.currency),
  });
  return [
    { label: label('invoices.number'), value: ({ number }) => number },
    { label: label('customer'), value: ({ organisationName }) => organisationName },
    { label: label('seller'), value: ({ issuerName }) => issuerName },
    { label: label('state-label'), value: ({ state }) => t(`subscriptions.state.${state}`) },
    { label: label('invoices.day'), value: ({ day }) => day },
    { label: label('invoices.due-day'), value: ({ dueDay }) => dueDay },
    { label: label('from-day'), value: ({ fromDay }) => fromDay },
    { label: label('until-day'), value: ({ untilDay }) => untilDay },
    amount('net'),
    amount('tax'),
    amount('total'),
    amount('credited'),
    amount('paid'),
    { label: label('currency'), value: ({ currency }) => currency },
    { label: label('note'), value: ({ note }) => note },
  ];
}
