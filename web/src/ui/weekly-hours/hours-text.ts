import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import { formatSettings, localeOf } from '../../text/format-settings.ts';
import { groupDays, toClock } from './hours.ts';
import { listText } from '../../text/list-text.ts';

/** The short name of a weekday, 0 for Monday. 1 January 2024 was a Monday. */
export const dayName = (day: number): string =>
  new Intl.DateTimeFormat(localeOf(formatSettings().language), { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + day),
  );

/** "Mon–Fri 08:00–18:00, Sat 08:00–12:00". */
export const hoursText = (hours: WeeklyHours): string =>
  listText(
    groupDays(hours).map(({ from, to, spans }) => {
      const days = from === to ? dayName(from) : `${dayName(from)}–${dayName(to)}`;
      const times = spans.map(
        ({ fromMin, toMin }) => `${toClock(fromMin)}–${toMin === 1440 ? '24:00' : toClock(toMin)}`,
      );
      return `${days} ${listText(times)}`;
    }),
  );
