import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { reasonOf } from '../fault.ts';
import type { Queryable } from '../store/database.ts';
import { dayOf, ensureDay, hasOwnPartition } from '../store/tracks/partitions.ts';

/** Makes the partitions of days of which reports came, apart from the way of the reports. */
export interface DayKeeper {
  /** Reports of these days are about to be stored. Until a day has a partition they lie in the default one. */
  want(days: ReadonlySet<number>): void;
  close(): Promise<void>;
}

/** To make a partition keeps writers out for a moment: they get four times as long to themselves after it. */
const REST_FACTOR = 4;
const LEAST_REST_MS = 100;
/** Who reads for longer makes it wait; it does not wait for them, or all writers would. */
const LOCK_WITHIN_MS = 250;
const TRY_AGAIN_MS = 5000;

/**
 * One body can hold reports of 400 days, and each day is two tables to be made: seven seconds in which nothing else would
 * be stored. So they are made one by one, newest first, while everything goes on.
 */
export function createDayKeeper(database: Queryable, logger: Logger): DayKeeper {
  const known = new Set<number>();
  const wanted = new Set<number>();
  const closing = new AbortController();
  let running: Promise<void> | null = null;

  const rest = (ms: number) => delay(ms, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
  const run = async () => {
    while (wanted.size > 0 && !closing.signal.aborted) {
      const day = Math.max(...wanted);
      const began = performance.now();
      try {
        await ensureDay(database, day, LOCK_WITHIN_MS);
        known.add(day);
        wanted.delete(day);
        await rest(Math.max(LEAST_REST_MS, (performance.now() - began) * REST_FACTOR));
      } catch (error) {
        logger.info({ reason: reasonOf(error), day }, 'The partition of a day could not be made yet');
        await rest(TRY_AGAIN_MS);
      }
    }
    running = null;
  };

  return {
    want: (days) => {
      for (const day of days) {
        if (!known.has(day) && hasOwnPartition(day, dayOf(Date.now()))) wanted.add(day);
      }
      if (wanted.size > 0 && !closing.signal.aborted) running ??= run();
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
}
