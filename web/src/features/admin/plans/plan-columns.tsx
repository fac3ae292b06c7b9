import type { Plan } from '@milepost/contract/subscription-operations';
import type { TFunction } from 'i18next';
import { formatNumber } from '../../../text/format.ts';
import { formatMoney, wholeOf } from '../../../text/money.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';

const SORTS = ['name', 'organisation', 'price', 'months'] as const;
type Sort = (typeof SORTS)[number];
export const PLAN_DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'name', direction: 'asc' };

export const planColumns = (t: TFunction): Column<Plan, Sort>[] => [
  { key: 'name', label: t('subscriptions.plan'), sort: 'name', render: ({ name }) => <b>{name}</b> },
  {
    key: 'price',
    label: t('subscriptions.price'),
    sort: 'price',
    align: 'right',
    render: ({ price, currency }) => formatMoney(price, currency),
  },
  {
    key: 'months',
    label: t('subscriptions.months'),
    sort: 'months',
    align: 'right',
    render: ({ months }) => formatNumber(months),
  },
  {
    key: 'organisation',
    from: 820,
    label: t('subscriptions.seller'),
    sort: 'organisation',
    render: ({ organisationName }) => organisationName,
  },
  { key: 'note', from: 980, label: t('subscriptions.note'), text: true, render: ({ note }) => note ?? '–' },
];

export const planCells = (t: TFunction): CsvColumn<Plan>[] => [
  { label: t('subscriptions.plan'), value: ({ name }) => name },
  { label: t('subscriptions.price'), value: ({ price, currency }) => wholeOf(price, currency) },
  { label: t('subscriptions.currency'), value: ({ currency }) => currency },
  { label: t('subscriptions.months'), value: ({ months }) => months },
  { label: t('subscriptions.seller'), value: ({ organisationName }) => organisationName },
  { label: t('subscriptions.note'), value: ({ note }) => note },
];
