import type { Logger } from 'pino';
import { announceEverything } from '../bus/after-gap.ts';
import type { Bus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { createNotifyBus } from '../bus/notify-bus.ts';
import type { OpenDatabase } from '../database/open.ts';
import type { DatabaseUse } from '../database/server-lock.ts';
import type { Parts } from './parts.ts';

interface OpenBusOptions {
  use: DatabaseUse;
  database: OpenDatabase;
  logger: Logger;
  stops: Parts['stops'];
}

/** The bus of this process: in memory when it is the only one, which costs the database nothing. */
export async function openBus({ use, database, logger, stops }: OpenBusOptions): Promise<Bus> {
  if (use === 'alone') return createMemoryBus(logger);
  const bus = await createNotifyBus({
    url: database.url,
    logger,
    onGap: (local) => void announceEverything(database.pools.jobs, local, logger),
  });
  stops.push(bus.stop);
  return bus;
}
