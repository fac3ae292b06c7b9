import type { Logger } from 'pino';
import { type Database, inTransaction } from '../store/database.ts';
import { listPlanIds, refreshDues } from '../store/maintenance/refresh-dues.ts';
import { billDemoFuel } from './seed-expenses.ts';

const EVERY_MS = 60_000;
/** A day ends at midnight, and what is due on it changes, though nobody drove. */
const AT_LEAST_EVERY_MS = 10 * EVERY_MS;

/** Keeps the books of the demo's fleet. Without the demo there is nothing like it, so it is no job. */
export function startDemoBills(database: Database, logger: Logger): { stop: () => Promise<void> } {
  const look = createDemoBilling(database);
  let running: Promise<void> = Promise.resolve();
  const begin = () => {
    running = running.then(look).catch((error: unknown) => logger.warn({ error }, 'The demo could not be billed'));
  };
  begin();
  const timer = setInterval(begin, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Forecasts services while the fleet's past arrives, and bills its fuel once no more of it came since the last look: a bill
 * of half a week would leave out the rest.
 */
export function createDemoBilling(database: Database): () => Promise<void> {
  let [pastM, countedAt, billed] = [-1, 0, false];
  return async () => {
    const nowM = await readPastM(database);
    const grew = nowM !== pastM;
    pastM = nowM;
    if (!grew && billed && Date.now() - countedAt < AT_LEAST_EVERY_MS) return;
    if (!grew) await billDemoFuel(database);
    billed = !grew;
    for (const id of await listPlanIds(database)) await inTransaction(database, (db) => refreshDues(db, id));
    countedAt = Date.now();
  };
}

/** What the fleet drove on the days that are over, metres. */
async function readPastM(database: Database): Promise<number> {
  const { rows } = await database.query<{ m: number }>(
    `SELECT coalesce(sum(d.distance_m), 0)::float8 AS m FROM day_totals d JOIN vehicles v ON v.id = d.vehicle_id
     JOIN organisations o ON o.id = v.organisation_id WHERE d.day < (now() AT TIME ZONE o.time_zone)::date`,
  );
  return rows[0]?.m ?? 0;
}
