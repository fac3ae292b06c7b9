import type { ReportSchedule } from '@milepost/contract/report-schedule-routes';
import type { TFunction } from 'i18next';
import { formatNumber } from '../../../text/format.ts';
import { formatSettings } from '../../../text/format-settings.ts';
import { timeZoneName } from './zone-name.ts';

type When = Pick<ReportSchedule, 'every' | 'everyDays' | 'weekday' | 'monthDay' | 'time' | 'timeZone'>;
type Sent = When &
  Pick<ReportSchedule, 'range' | 'yearBefore' | 'formats' | 'skipEmpty'> & { recipients: readonly string[] };

/** Name of a day of the week; 1 is Monday, which the 1st of January 2024 was. */
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

/** The whole sentence. */
export function sentence(t: TFunction, schedule: Sent): string {
  const { range, yearBefore, formats, recipients, skipEmpty } = schedule;
  return [
    whenText(t, schedule),
    t(range === null ? 'schedules.usual-days' : `reports.ranges.${range}`),
    ...(yearBefore ? [t('schedules.year-before')] : []),
    formats.map((format) => format.toUpperCase()).join(', '),
    t('schedules.to-whom', { names: recipients.length === 0 ? '…' : recipients.join(', ') }),
    ...(skipEmpty ? [t('schedules.skip-empty')] : []),
  ].join(' · ');
}
