import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { billDemoFuel } from './seed-expenses.ts';

/** The demo's history comes in within minutes of the first start. */
const EVERY_MS = 10 * 60_000;

/** Bills the fuel of the demo's fleet as it drives. Without the demo there is nothing like it, so it is no job. */
export function startDemoBills(database: Database, logger: Logger): { stop: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const bill = () => {
    running = billDemoFuel(database).catch((error: unknown) => logger.warn({ error }, 'The demo could not be billed'));
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
