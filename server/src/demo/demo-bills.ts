import type { Logger } from 'pino';
import { type Database, inTransaction } from '../store/database.ts';
import { listPlanIds, refreshDues } from '../store/maintenance/refresh-dues.ts';
import { billDemoFuel } from './seed-expenses.ts';

const EVERY_MS = 60_000;
/** Once a day even without driving, because midnight changes what is due. */
const AT_LEAST_EVERY_MS = 10 * EVERY_MS;

/** Keeps the accounts of the demo's fleet. Not a job, because it exists only in the demo. */
export function startDemoBills(database: Database, logger: Logger): { stop: () => Promise<void> } {
  const look = createDemoBilling(database);
  let running: Promise<void> = Promise.resolve();
  const begin = () => {
    running = running
      .then(look)
      .catch((error: unknown) => logger.warn({ error }, 'The demo invoices could not be created'));
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
 * Updates service forecasts while the fleet's past arrives, and bills its fuel once no more of it arrived since the
 * last check: a bill for half a week would leave out the rest.
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

/** The distance that the fleet drove on past days, metres. */
async function readPastM(database: Database): Promise<number> {
  const { rows } = await database.query<{ m: number }>(
    `SELECT coalesce(sum(d.distance_m), 0)::float8 AS m FROM day_totals d JOIN vehicles v ON v.id = d.vehicle_id
     JOIN organisations o ON o.id = v.organisation_id WHERE d.day < (now() AT TIME ZONE o.time_zone)::date`,
  );
  return rows[0]?.m ?? 0;
}
