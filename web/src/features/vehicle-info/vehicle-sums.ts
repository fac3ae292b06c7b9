import { eachWrittenSum, WRITTEN_SUM_NAMES, type WrittenSums } from '@milepost/contract/day-sums';

/** The sums of days, and the number of trips that had begun before the first of them. */
export type ShownSums = WrittenSums & { tripsBefore: number };

/** The sums of some days, newest first; also for no days. Of the speeds, the highest. */
export function sumOf(days: readonly ShownSums[]): ShownSums {
  // A trip that had begun before a later day is already counted on an earlier one.
  const sums = { ...eachWrittenSum(() => 0), tripsBefore: days.at(-1)?.tripsBefore ?? 0 };
  for (const day of days) {
    for (const name of WRITTEN_SUM_NAMES) {
      sums[name] = name === 'maxKph' ? Math.max(sums[name], day[name]) : sums[name] + day[name];
    }
  }
  return sums;
}

/** The known time of the days: in trips, at stops and on tows. */
export const seenIn = ({ tripS, stopS, towS }: Pick<WrittenSums, 'tripS' | 'stopS' | 'towS'>) => tripS + stopS + towS;
