import { formatSettings } from '../../../text/format-settings.ts';
import { startOfDay } from '../../../text/local-day.ts';
import { yearFirst } from '../../../text/year-first.ts';
import { readDate } from '../../../ui/date-picker/calendar-date.ts';
import { wallClock } from '../../../ui/export/wall-clock.ts';

const FORM = /^\d\d-\d\d-\d{4}(\s+\d\d:\d\d)?$/;
const MINUTE_MS = 60_000;

/** `hh:mm` of a moment on the person's clock. */
export const timeOf = (ms: number, zone?: string): string => wallClock(new Date(ms), zone).slice(11, 16);

/** Of `YYYY-MM-DD hh:mm`, as if the clock stood at UTC. */
const asUtc = (clock: string): number => Date.parse(`${clock.replace(' ', 'T')}Z`);

/**
 * The moment that 'dd-mm-yyyy hh:mm' names on the person's clock, epoch milliseconds; null where it names none. Of an
 * hour that the clock repeats, the first; of one that it skips, the same minutes after the leap.
 * @param usualTime stands in where no time is given
 */
export function readMoment(text: string, usualTime: string, zone: string = formatSettings().timeZone): number | null {
  if (!FORM.test(text.trim())) return null;
  const written = yearFirst(text, usualTime);
  const [day = '', time = ''] = written.split(' ');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  if (!readDate(day) || hours > 23 || minutes > 59) return null;
  const guess = startOfDay(day, zone) + (hours * 60 + minutes) * MINUTE_MS;
  const shown = (ms: number) => wallClock(new Date(ms), zone).slice(0, 16);
  // Where the clock was changed earlier that day, its midnight is nearer or farther by so much.
  const corrected = guess + asUtc(written) - asUtc(shown(guess));
  return shown(corrected) === written ? corrected : guess;
}
