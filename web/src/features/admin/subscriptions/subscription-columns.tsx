import type { Subscription } from '@milepost/contract/subscription-operations';
import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { daysText } from '../../../text/days-text.ts';
import { formatDate, formatNumber } from '../../../text/format.ts';
import { formatMoney, wholeOf } from '../../../text/money.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { StateChip } from './state-chip.tsx';

const SORTS = ['untilDay', 'organisation', 'plan', 'fromDay', 'price'] as const;
type Sort = (typeof SORTS)[number];
export const SUBSCRIPTION_DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'untilDay', direction: 'asc' };

/** The last day of a subscription, and the time until then. */
export function Until({ untilDay, daysLeft }: Pick<Subscription, 'untilDay' | 'daysLeft'>) {
  const { t } = useTranslation();
  if (untilDay === null || daysLeft === null) return t('subscriptions.no-end');
  return (
    <>
      {formatDate(untilDay)}{' '}
      <Text span size="sm" c="dimmed">
        {daysText(daysLeft)}
      </Text>
    </>
  );
}

/** The number of covered vehicles: "12", or "12 of 20" if the subscription has a limit. */
const coveredText = (t: TFunction, { vehicles, vehicleLimit }: Subscription): string =>
  vehicleLimit === null
    ? formatNumber(vehicles)
    : t('subscriptions.of', { used: formatNumber(vehicles), limit: formatNumber(vehicleLimit) });

export function subscriptionColumns(t: TFunction): Column<Subscription, Sort>[] {
  const label = (key: string) => t(`subscriptions.${key}`);
  return [
    {
      key: 'organisation',
      label: label('customer'),
      sort: 'organisation',
      render: ({ organisationName }) => <b>{organisationName}</b>,
    },
    { key: 'plan', label: label('plan'), sort: 'plan', render: ({ planName }) => planName },
    { key: 'state', label: label('state-label'), render: ({ state }) => <StateChip state={state} /> },
    { key: 'untilDay', label: label('until-day'), sort: 'untilDay', render: (row) => <Until {...row} /> },
    { key: 'vehicles', from: 820, label: label('vehicles'), align: 'right', render: (row) => coveredText(t, row) },
    {
      key: 'price',
      from: 940,
      label: label('price'),
      sort: 'price',
      align: 'right',
      render: ({ price, currency }) => formatMoney(price, currency),
    },
    {
      key: 'balance',
      from: 1000,
      label: label('balance'),
      align: 'right',
      render: ({ balance, currency }) => formatMoney(balance, currency),
    },
    { key: 'seller', from: 1080, label: label('seller'), render: ({ sellerName }) => sellerName },
    {
      key: 'fromDay',
      from: 1200,
      label: label('from-day'),
      sort: 'fromDay',
      render: ({ fromDay }) => formatDate(fromDay),
    },
  ];
}

export const subscriptionCells = (t: TFunction): CsvColumn<Subscription>[] => [
  { label: t('subscriptions.customer'), value: ({ organisationName }) => organisationName },
  { label: t('subscriptions.plan'), value: ({ planName }) => planName },
  { label: t('subscriptions.state-label'), value: ({ state }) => t(`subscriptions.state.${state}`) },
  { label: t('subscriptions.from-day'), value: ({ fromDay }) => fromDay },
  { label: t('subscriptions.until-day'), value: ({ untilDay }) => untilDay },
  { label: t('subscriptions.vehicles'), value: ({ vehicles }) => vehicles },
  { label: t('subscriptions.vehicle-limit'), value: ({ vehicleLimit }) => vehicleLimit },
  { label: t('subscriptions.price'), value: ({ price, currency }) => wholeOf(price, currency) },
  { label: t('subscriptions.balance'), value: ({ balance, currency }) => wholeOf(balance, currency) },
  { label: t('subscriptions.currency'), value: ({ currency }) => currency },
  { label: t('subscriptions.months'), value: ({ months }) => months },
  { label: t('subscriptions.seller'), value: ({ sellerName }) => sellerName },
  { label: t('subscriptions.note'), value: ({ note }) => note },
];
