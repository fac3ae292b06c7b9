import { matchRun } from '@milepost/tracking/runs/match-run';
import { type Database, inTransaction } from '../database.ts';
import { readRunsToMatch, type RunToMatch } from './read-run-plans.ts';
import { takeRunMarks } from './run-marks.ts';
import type { ColdCounts } from './write-run-cold.ts';
import { writeRunFacts } from './write-run-facts.ts';

/** A run whose facts changed. */
export interface RunChanged {
  runId: number;
  organisationId: number;
  /** Null without a vehicle. */
  vehicleId: number | null;
}

export const toChanged = ({ id, organisationId, vehicleId }: RunToMatch): RunChanged => ({
  runId: id,
  organisationId,
  vehicleId,
});

/**
 * Recomputes the facts of all marked runs, in one transaction with deleting their marks, so that they are still marked
 * after a crash. Returns how many marks were processed, so that the caller can repeat until there are none.
 * @param now epoch milliseconds
 * @param counts a cache between calls, so that readings are not counted each time; left out: not cached
 */
export function makeRunFacts(
  database: Database,
  now: number,
  counts: ColdCounts = new Map(),
): Promise<{ taken: number; changed: RunChanged[] }> {
  return inTransaction(database, async (db) => {
    const { taken, runIds } = await takeRunMarks(db);
    const runs = await readRunsToMatch(db, runIds);
    const made = runs.map((run) => {
      const isOver = now >= run.plan.until;
      return { run, facts: matchRun(run.plan, run.turns, isOver, run.silent), isOver };
    });
    const different = made.length > 0 ? await writeRunFacts(db, made, counts, now) : new Set<number>();
    const changed = runs.filter(({ id }) => different.has(id));
    return { taken, changed: changed.map(toChanged) };
  });
}
