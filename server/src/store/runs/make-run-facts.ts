import { matchRun } from '@milepost/tracking/runs/match-run';
import { type Database, inTransaction } from '../database.ts';
import { readRunsToMatch, type RunToMatch } from './read-run-plans.ts';
import { takeRunMarks } from './run-marks.ts';
import type { ColdCounts } from './write-run-cold.ts';
import { writeRunFacts } from './write-run-facts.ts';

/** A run whose facts are different now. */
export interface RunChanged {
  runId: number;
  organisationId: number;
  /** Null where it has none. */
  vehicleId: number | null;
}

export const toChanged = ({ id, organisationId, vehicleId }: RunToMatch): RunChanged => ({
  runId: id,
  organisationId,
  vehicleId,
});

/**
 * Makes the facts of all runs that wait for it, in one transaction with taking their marks: after a crash they wait again.
 * Returns how many marks were taken, so that the caller goes on until there are none.
 * @param now epoch milliseconds
 * @param counts what is kept from one time to the next, so that not every reading is counted each time; left out: it is
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
