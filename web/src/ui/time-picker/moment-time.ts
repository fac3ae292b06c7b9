import { wallClock } from '../export/wall-clock.ts';
import { type Time, twoDigits } from './time.ts';

/** The person's local time at a moment, to the minute. */
export function timeAt(ms: number, zone?: string): Time {
  const clock = wallClock(new Date(ms), zone);
  return { hour: Number(clock.slice(11, 13)), minute: Number(clock.slice(14, 16)), second: 0 };
}

/** The moment of the same day with this local time; if the time is skipped that day, the moment after the gap. */
export function momentAt(ms: number, { hour, minute }: Time, zone?: string): number {
  const shown = (moment: number) => Date.parse(`${wallClock(new Date(moment), zone).replace(' ', 'T')}.000Z`);
  const second = Math.floor(ms / 1000) * 1000;
  const day = wallClock(new Date(ms), zone).slice(0, 10);
  const wanted = Date.parse(`${day}T${twoDigits(hour)}:${twoDigits(minute)}:00.000Z`);
  const estimate = second + wanted - shown(second);
  // The clock was changed in between.
  const better = estimate + wanted - shown(estimate);
  return shown(better) === wanted ? better : Math.max(estimate, better);
}
