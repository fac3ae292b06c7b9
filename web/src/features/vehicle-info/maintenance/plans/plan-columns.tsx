import type { ServicePlan } from '@milepost/contract/maintenance-operations';
import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { formatNumber } from '../../../../text/format.ts';
import type { Column } from '../../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../../ui/data-table/table-state.ts';
import { everyText, leadText } from '../../../../ui/maintenance/due-words.ts';
import { listText } from '../../../../text/list-text.ts';

const SORTS = ['task', 'vehicleCount', 'overdue'] as const;
type PlanSort = (typeof SORTS)[number];
export const DEFAULTS: TableDefaults<PlanSort> = { sorts: SORTS, sort: 'task', direction: 'asc' };

/** The maximum number of vehicles named in a row. */
const MAX_SHOWN = 3;

function forText(t: TFunction, { allVehicles, vehicles, groups, types }: ServicePlan): string {
  if (allVehicles) return t('maintenance.plan.all-vehicles');
  const names = [
    ...groups.map(({ name }) => name),
    ...types.map((type) => t(`vehicle-type.${type}`)),
    ...vehicles.map(({ name }) => name),
  ];
  return names.length > MAX_SHOWN ? `${listText(names.slice(0, MAX_SHOWN))} …` : listText(names);
}

export function planColumns(t: TFunction): Column<ServicePlan, PlanSort>[] {
  const label = (key: string) => t(`maintenance.plan.${key}`);
  return [
    { key: 'task', label: t('maintenance.task'), sort: 'task', render: ({ task }) => <b>{task}</b> },
    { key: 'every', label: label('every'), render: (plan) => everyText(t, plan) },
    { key: 'lead', from: 900, label: label('lead'), render: (plan) => leadText(t, plan) || '–' },
    { key: 'for', from: 720, label: label('for'), render: (plan) => forText(t, plan) },
    {
      key: 'vehicles',
      label: label('vehicle-count'),
      sort: 'vehicleCount',
      align: 'right',
      render: ({ vehicleCount }) => formatNumber(vehicleCount),
    },
    {
      key: 'overdue',
      label: t('maintenance.state.overdue'),
      sort: 'overdue',
      align: 'right',
      render: ({ overdue }) =>
        overdue === 0 ? (
          '–'
        ) : (
          <Text span c="var(--status-stopped)" fw={600}>
            {formatNumber(overdue)}
          </Text>
        ),
    },
  ];
}

/** To the hundredth: three decimals could be read as thousands. */
const km = (metres: number | null) => (metres === null ? null : Math.round(metres / 10) / 100);
const hours = (seconds: number | null) => (seconds === null ? null : Math.round(seconds / 36) / 100);
const listed = (names: readonly string[]) => names.join('; ') || null;

/** The cells of a plan with all its fields, so that it can be imported again. */
export function planCells(t: TFunction): CsvColumn<ServicePlan>[] {
  const label = (key: string) => t(`maintenance.plan.${key}`);
  return [
    { label: t('maintenance.task'), value: ({ task }) => task },
    { label: label('every-km'), value: ({ everyM }) => km(everyM) },
    { label: label('every-engine-hours'), value: ({ everyEngineS }) => hours(everyEngineS) },
    { label: label('every-n-months'), value: ({ everyMonths }) => everyMonths },
    { label: label('lead-km'), value: ({ leadM }) => km(leadM) },
    { label: label('lead-engine-hours'), value: ({ leadEngineS }) => hours(leadEngineS) },
    { label: label('lead-in-days'), value: ({ leadDays }) => leadDays },
    { label: label('all-vehicles'), value: ({ allVehicles }) => label(allVehicles ? 'yes' : 'no') },
    { label: label('groups'), value: ({ groups }) => listed(groups.map(({ name }) => name)) },
    { label: label('types'), value: ({ types }) => listed(types.map((type) => t(`vehicle-type.${type}`))) },
    { label: label('vehicles'), value: ({ vehicles }) => listed(vehicles.map(({ name }) => name)) },
    { label: label('counted-from'), value: ({ countedFrom }) => countedFrom },
    { label: label('vehicle-total'), value: ({ vehicleCount }) => vehicleCount },
    { label: t('maintenance.state.overdue'), value: ({ overdue }) => overdue },
    { label: t('maintenance.note'), value: ({ note }) => note },
  ];
}
