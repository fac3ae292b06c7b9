import type { ServiceDue } from '@milepost/contract/maintenance-routes';
import type { TFunction } from 'i18next';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';

const tenths = (value: number) => Math.round(value * 10) / 10;
const km = (metres: number | null) => (metres === null ? null : tenths(metres / 1000));
const hours = (seconds: number | null) => (seconds === null ? null : tenths(seconds / 3600));

/** Days as ISO 8601, kilometres and hours as numbers, so that a program can read them. */
export function dueCells(t: TFunction): CsvColumn<ServiceDue>[] {
  const label = (key: string) => t(`maintenance.${key}`);
  return [
    { label: label('vehicle'), value: ({ registration }) => registration },
    { label: label('task'), value: ({ task }) => task },
    { label: label('state-label'), value: ({ state }) => t(`maintenance.state.${state}`) },
    { label: label('due-on'), value: ({ dueOn }) => dueOn },
    { label: label('days-left'), value: ({ daysLeft }) => daysLeft },
    { label: label('due-by'), value: ({ dueBy }) => dueBy && t(`maintenance.by.${dueBy}`) },
    { label: label('left-km'), value: ({ leftM }) => km(leftM) },
    { label: label('left-hours'), value: ({ leftEngineS }) => hours(leftEngineS) },
    { label: label('used-km'), value: ({ usedM }) => km(usedM) },
    { label: label('per-day-km'), value: ({ perDayM }) => km(perDayM) },
    { label: label('last-day'), value: ({ lastDay }) => lastDay },
  ];
}
