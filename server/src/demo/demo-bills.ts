import type { Logger } from 'pino';
import { type Database, inTransaction } from '../store/database.ts';
import { listPlanIds, refreshDues } from '../store/maintenance/refresh-dues.ts';
import { billDemoFuel } from './seed-expenses.ts';

/** The demo's history comes in within minutes of the first start. */
const EVERY_MS = 10 * 60_000;

/**
 * Bills the fuel of the demo's fleet as it drives, and forecasts its services from the first minutes on. Without the demo
 * there is nothing like it, so it is no job.
 */
export function startDemoBills(database: Database, logger: Logger): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const bill = () => {
    running = keepBooks(database).catch((error: unknown) => logger.warn({ error }, 'The demo could not be billed'));
  };
  bill();
  const timer = setInterval(bill, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

async function keepBooks(database: Database): Promise<void> {
  await billDemoFuel(database);
  for (const id of await listPlanIds(database)) await inTransaction(database, (db) => refreshDues(db, id));
}
