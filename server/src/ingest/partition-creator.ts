import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { reasonOf } from '../fault.ts';
import type { Queryable } from '../store/database.ts';
import { dayOf, ensureDay, hasOwnPartition } from '../store/tracks/partitions.ts';

/** Creates the partitions of reported days without delaying the reports. */
export interface PartitionCreator {
  /**
   * Announces that reports of these days are about to be stored. Until a day has its partition, they go to the default
   * one.
   */
  want(days: ReadonlySet<number>): void;
  close(): Promise<void>;
}

/** Creating a partition blocks writers for a moment; afterwards they get four times as long to themselves. */
const REST_FACTOR = 4;
const MIN_REST_MS = 100;
/** The limit for waiting for long readers, since all writers would wait as well. */
const LOCK_WITHIN_MS = 250;
const RETRY_MS = 5000;

/**
 * One request can contain reports of 400 days, each of which needs two tables: seven seconds in which nothing else
 * would be stored. They are therefore created one by one, newest first, while storing continues.
 */
export function createPartitionCreator(database: Queryable, logger: Logger): PartitionCreator {
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
        await rest(Math.max(MIN_REST_MS, (performance.now() - began) * REST_FACTOR));
      } catch (error) {
        logger.info({ reason: reasonOf(error), day }, 'The partition of a day could not be created yet');
        await rest(RETRY_MS);
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
