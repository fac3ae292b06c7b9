import { workOrderName } from '@milepost/contract/maintenance-kinds';
import type { WorkOrder } from '@milepost/contract/work-order-operations';
import type { TFunction } from 'i18next';
import { formatDate, formatDateTimeWithoutSeconds } from '../../../../text/format.ts';
import { formatMoney, wholeOf } from '../../../../text/money.ts';
import type { Column } from '../../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../../ui/data-table/table-state.ts';
import { OrderStateChip } from '../../../../ui/maintenance/order-state.tsx';

const SORTS = ['number', 'title', 'state', 'cost', 'outFrom'] as const;
type OrderSort = (typeof SORTS)[number];
export const DEFAULTS: TableDefaults<OrderSort> = { sorts: SORTS, sort: 'number', direction: 'desc' };

export function orderColumns(t: TFunction): Column<WorkOrder, OrderSort>[] {
  const label = (key: string) => t(`maintenance.order.${key}`);
  return [
    { key: 'number', label: label('number'), sort: 'number', render: ({ number }) => <b>{workOrderName(number)}</b> },
    { key: 'title', label: label('title-label'), sort: 'title', render: ({ title }) => title },
    { key: 'vehicle', label: t('maintenance.vehicle'), render: ({ registration }) => registration },
    {
      key: 'state',
      label: t('maintenance.state-label'),
      sort: 'state',
      render: ({ state }) => <OrderStateChip state={state} />,
    },
    { key: 'vendor', from: 860, label: label('vendor'), render: ({ vendorName }) => vendorName ?? '–' },
    {
      key: 'cost',
      label: label('cost'),
      sort: 'cost',
      align: 'right',
      render: ({ cost, currency }) => (cost === 0 ? '–' : formatMoney(cost, currency)),
    },
    {
      key: 'outFrom',
      from: 1040,
      label: label('out-of-service-from'),
      sort: 'outFrom',
      render: ({ outFrom }) => (outFrom === null ? '–' : formatDateTimeWithoutSeconds(outFrom)),
    },
    {
      key: 'doneOn',
      from: 1160,
      label: label('done-on'),
      render: ({ doneOn }) => (doneOn === null ? '–' : formatDate(doneOn)),
    },
  ];
}

/** Days and times as ISO 8601, amounts as numbers, so that a program can read them. */
export function orderCells(t: TFunction): CsvColumn<WorkOrder>[] {
  const label = (key: string) => t(`maintenance.order.${key}`);
  return [
    { label: label('number'), value: ({ number }) => workOrderName(number) },
    { label: label('title-label'), value: ({ title }) => title },
    { label: t('maintenance.vehicle'), value: ({ registration }) => registration },
    { label: t('maintenance.state-label'), value: ({ state }) => t(`maintenance.order.state.${state}`) },
    { label: label('vendor'), value: ({ vendorName }) => vendorName },
    { label: label('tasks'), value: ({ tasks }) => tasks.map(({ text }) => text).join('; ') },
    {
      label: label('parts'),
      value: ({ parts }) => parts.map(({ name, quantity }) => `${quantity} × ${name}`).join('; '),
    },
    { label: label('labour-hours'), value: ({ labourHours }) => labourHours },
    { label: label('cost'), value: ({ cost, currency }) => wholeOf(cost, currency) },
    { label: label('currency'), value: ({ currency }) => currency },
    { label: label('out-of-service-from'), value: ({ outFrom }) => outFrom },
    { label: label('out-of-service-to'), value: ({ outTo }) => outTo },
    { label: label('done-on'), value: ({ doneOn }) => doneOn },
    { label: label('bill-number'), value: ({ billNumber }) => billNumber },
    { label: t('maintenance.note'), value: ({ note }) => note },
  ];
}
