import { MAX_TRACK_DAYS } from '@milepost/contract/history-operations';
import { addDays, dayOf, startOfDay } from '../../text/local-day.ts';

export const PRESETS = ['today', 'yesterday', 'week', 'month'] as const;
export type Preset = (typeof PRESETS)[number];

/** The first and last day of a preset, relative to `day`. */
const DAYS: Record<Preset, (day: string) => [string, string]> = {
  today: (day) => [day, day],
  yesterday: (day) => [addDays(day, -1), addDays(day, -1)],
  week: (day) => [addDays(day, -6), day],
  month: (day) => [addDays(day, -29), day],
};

export type Range = readonly [from: number, to: number];

/** From the start of the first day to the end of the last. */
export const daysRange = (first: string, last: string): Range => [startOfDay(first), startOfDay(addDays(last, 1))];

export const presetRange = (preset: Preset, now: number): Range => daysRange(...DAYS[preset](dayOf(now)));

/** The preset that equals a range, if any. */
export function presetOf([from, to]: Range, now: number): Preset | null {
  return (
    PRESETS.find((preset) => {
      const [start, end] = presetRange(preset, now);
      return start === from && end === to;
    }) ?? null
  );
}

/** The days that a range covers at least partly. */
export const rangeDays = ([from, to]: Range): [string, string] => [dayOf(from), dayOf(to - 1)];

const DAY_MS = 86_400_000;
/** True if the range exceeds the server's maximum. */
export const isTooLong = ([from, to]: Range): boolean => to - from > MAX_TRACK_DAYS * DAY_MS;
