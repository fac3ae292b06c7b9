import { formatSettings } from '../../text/format-settings.ts';
import { startOfDay } from '../../text/local-day.ts';
import { yearFirst } from '../../text/year-first.ts';
import { readDate } from '../../ui/date-picker/calendar-date.ts';
import { wallClock } from '../../ui/export/wall-clock.ts';

const FORM = /^(?<day>\d\d-\d\d-\d{4})?(?:(?:^|\s+)(?<time>\d?\d:\d\d))?$/;
const MINUTE_MS = 60_000;

/** Parses `YYYY-MM-DD hh:mm` as UTC. */
const asUtc = (clock: string): number => Date.parse(`${clock.replace(' ', 'T')}Z`);
const toMinute = (ms: number, zone: string): string => wallClock(new Date(ms), zone).slice(0, 16);

/** Formats a moment in the person's time zone as 'dd-mm-yyyy hh:mm'. */
export function writeMoment(ms: number, zone: string = formatSettings().timeZone): string {
  const [day = '', time = ''] = toMinute(ms, zone).split(' ');
  return `${day.split('-').toReversed().join('-')} ${time}`;
}

/**
 * Parses 'dd-mm-yyyy hh:mm' in the person's time zone to epoch milliseconds; null if invalid. For an hour that a clock
 * change repeats, the first; for one that it skips, the same minutes after the gap.
 * @param usual supplies the day or the time if only the other is given
 */
export function readMoment(text: string, usual: number, zone: string = formatSettings().timeZone): number | null {
  const { day: givenDay, time: givenTime } = FORM.exec(text.trim())?.groups ?? {};
  if (givenDay === undefined && givenTime === undefined) return null;
  const [usualDay = '', usualTime = ''] = writeMoment(usual, zone).split(' ');
  // The time is taken from `usual` only if none was typed.
  const fallback = givenTime === undefined ? usualTime : undefined;
  const [day = '', clock = ''] = yearFirst(`${givenDay ?? usualDay} ${givenTime ?? ''}`, fallback).split(' ');
  const time = clock.padStart(5, '0');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  if (!readDate(day) || hours > 23 || minutes > 59) return null;
  const written = `${day} ${time}`;
  const estimate = startOfDay(day, zone) + (hours * 60 + minutes) * MINUTE_MS;
  // If the clock was changed earlier that day, its midnight is off by that much.
  const corrected = estimate + asUtc(written) - asUtc(toMinute(estimate, zone));
  return toMinute(corrected, zone) === written ? corrected : estimate;
}
