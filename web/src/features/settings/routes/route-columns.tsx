import type { RouteRow } from '@milepost/contract/route-plan-operations';
import { Group, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Link } from 'react-router';
import { formatDate, formatNumber } from '../../../text/format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { dayName } from '../../../ui/weekly-hours/hours-text.ts';
import { toClock } from '../../../ui/weekly-hours/hours.ts';
import classes from './routes.module.css';
import { listText } from '../../../text/list-text.ts';

const SORTS = ['name'] as const;
type Sort = (typeof SORTS)[number];
export const ROUTE_DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'name', direction: 'asc' };

/** "Mon, Wed 08:00", with the number of weeks unless it is every week. */
function whenText(t: TFunction, plan: NonNullable<RouteRow['plan']>): string {
  const days =
    plan.weekdays.length === 7 ? t('routes.daily') : listText(plan.weekdays.map((weekday) => dayName(weekday - 1)));
  const rhythm = plan.everyWeeks > 1 ? ` · ${t('routes.every-weeks', { number: plan.everyWeeks })}` : '';
  return `${days} ${toClock(plan.startMin)}${rhythm}`;
}

export const routeColumns = (t: TFunction): Column<RouteRow, Sort>[] => [
  {
    key: 'name',
    label: t('routes.field.name'),
    sort: 'name',
    render: ({ id, name, colour }) => (
      <Group gap={8} wrap="nowrap">
        <i className={classes['colour']} style={{ background: colour }} aria-hidden />
        <Text span fw={600} c="inherit" component={Link} to={`/settings/routes/${id}`}>
          {name}
        </Text>
      </Group>
    ),
  },
  {
    key: 'when',
    label: t('routes.when'),
    from: 560,
    text: true,
    render: ({ plan }) => (plan ? whenText(t, plan) : t('routes.no-plan')),
  },
  {
    key: 'stops',
    label: t('routes.stops'),
    align: 'right',
    render: ({ plan }) => (plan ? formatNumber(plan.stops) : '–'),
  },
  {
    key: 'vehicle',
    label: t('routes.field.vehicleId'),
    from: 700,
    render: ({ plan }) => plan?.vehicle?.name ?? '–',
  },
  {
    key: 'driver',
    label: t('routes.field.driverId'),
    from: 860,
    text: true,
    render: ({ plan }) => plan?.driver?.name ?? '–',
  },
  {
    key: 'nextRun',
    label: t('routes.next-run'),
    from: 980,
    render: ({ nextRun }) => (nextRun === null ? '–' : formatDate(nextRun)),
  },
];

export const routeCells = (t: TFunction): CsvColumn<RouteRow>[] => [
  { label: t('routes.field.name'), value: ({ name }) => name },
  { label: t('routes.when'), value: ({ plan }) => plan && whenText(t, plan) },
  { label: t('routes.stops'), value: ({ plan }) => plan && plan.stops },
  { label: t('routes.field.vehicleId'), value: ({ plan }) => plan?.vehicle?.name ?? null },
  { label: t('routes.field.driverId'), value: ({ plan }) => plan?.driver?.name ?? null },
  { label: t('routes.next-run'), value: ({ nextRun }) => nextRun },
  { label: t('routes.field.note'), value: ({ note }) => note },
];
