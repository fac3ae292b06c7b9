import type { TFunction } from 'i18next';
import { REPORT_FILTERS, type ReportFilter } from '@milepost/contract/report-kinds';
import type { ReportSchedule } from '@milepost/contract/report-schedule-operations';
import { formatSettings } from '../../../text/format-settings.ts';
import { formatNumber } from '../../../text/format.ts';
import { listText } from '../../../text/list-text.ts';

type When = Pick<ReportSchedule, 'every' | 'everyDays' | 'weekday' | 'monthDay' | 'time' | 'timeZone'>;
type Sent = When &
  Pick<ReportSchedule, 'params' | 'range' | 'yearBefore' | 'formats' | 'skipEmpty'> & { recipients: readonly string[] };

/** The name of a weekday; 1 is Monday, like 1 January 2024. */
export const weekdayName = (weekday: number): string =>
  new Intl.DateTimeFormat(formatSettings().language, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, weekday),
  );

/** "Every Monday at 07:00 (Madrid)". */
export function whenText(t: TFunction, { every, everyDays, weekday, monthDay, time, timeZone }: When): string {
  return t(`schedules.when.${every}`, {
    count: everyDays,
    number: formatNumber(everyDays),
    weekday: weekdayName(weekday),
    day: formatNumber(monthDay),
    time,
    zone: timeZoneName(timeZone),
  });
}

const FILTERS = {
  vehicles: 'vehicleIds',
  groups: 'groupIds',
  drivers: 'driverIds',
  fences: 'fenceIds',
  rules: 'ruleIds',
} as const satisfies Record<ReportFilter, string>;

/** The filters as text: "3 vehicles", "“north”". */
function narrowed(t: TFunction, params: ReportSchedule['params']): string[] {
  return [
    ...REPORT_FILTERS.flatMap((filter) => {
      const count = params[FILTERS[filter]]?.length ?? 0;
      return count === 0 ? [] : [t(`reports.filter.${filter}.some`, { count, number: formatNumber(count) })];
    }),
    ...(params.vehicleTypes ?? []).map((type) => t(`vehicle-type.${type}`)),
    ...(params.search ? [`“${params.search}”`] : []),
  ];
}

/** The whole sentence. */
export function sentence(t: TFunction, schedule: Sent): string {
  const { params, range, yearBefore, formats, recipients, skipEmpty } = schedule;
  return [
    whenText(t, schedule),
    t(range === null ? 'schedules.usual-days' : `reports.ranges.${range}`),
    ...(yearBefore ? [t('schedules.year-before')] : []),
    ...narrowed(t, params),
    ...(params.group === undefined ? [] : [t(`reports.grouped.${params.group}`)]),
    listText(formats.map((format) => format.toUpperCase())),
    t('schedules.to-whom', { names: recipients.length === 0 ? '…' : listText(recipients) }),
    ...(skipEmpty ? [t('schedules.skip-empty')] : []),
  ].join(' · ');
}

/** The city of a time zone. */
const timeZoneName = (timeZone: string): string => (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
