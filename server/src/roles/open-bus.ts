import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { createNotifyBus } from '../bus/notify-bus.ts';
import type { OpenDatabase } from '../database/open.ts';
import type { DatabaseUse } from '../database/server-lock.ts';
import type { Database } from '../store/database.ts';
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

/**
 * After events of other processes may have been lost: publishes, to this process alone, all that may have happened, so that
 * every cache is loaded anew. What the events of single records lead to (mails, alarms, commands) is also found by the
 * regular looks of those who wait for them.
 */
async function announceEverything(database: Database, bus: Bus, logger: Logger): Promise<void> {
  try {
    const { rows } = await database.query<{ id: number }>('SELECT id FROM organisations');
    for (const { id: organisationId } of rows) {
      bus.publish('fleet-changed', { organisationId });
      bus.publish('tracking-changed', { organisationId });
    }
    bus.publish('access-changed', { userId: null, roleId: null });
    bus.publish('blocked-networks-changed', {});
    bus.publish('json-profiles-changed', {});
    bus.publish('layout-profiles-changed', {});
  } catch (error) {
    // The connection that broke is often followed by others; the gap is announced again when they are back.
    logger.warn({ error }, 'What happened in other processes could not be loaded anew');
  }
}
