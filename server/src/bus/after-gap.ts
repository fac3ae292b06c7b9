import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import type { Bus } from './bus.ts';

/**
 * After events of other processes may have been lost: publishes, to this process alone, all that may have happened, so that
 * every cache is loaded anew. What the events of single records lead to (mails, alarms, commands) is also found by the
 * regular looks of those who wait for them.
 */
export async function announceEverything(database: Database, bus: Bus, logger: Logger): Promise<void> {
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
