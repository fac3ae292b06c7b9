import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import { AppError } from '../errors.ts';
import { adoptDevice } from '../store/fleet/adoption.ts';
import type { Database } from '../store/database.ts';
import { findDevicesByIdentity } from '../store/fleet/live-vehicles.ts';
import { rootOrganisationId } from '../store/organisations/organisations.ts';
import type { KnownDevice } from './device-directory.ts';

/** The audit log's actor for changes that the setting ADOPT_UNKNOWN makes. */
const ACTOR = { userId: null, username: 'ADOPT_UNKNOWN', address: null };
const MAX_REGISTRATION = 20;

/**
 * With the setting ADOPT_UNKNOWN, every unknown device that contacts the gateway gets a vehicle of the root
 * organisation, labelled with the end of its identity. Meant for registering a whole fleet in one go, and for load
 * tests.
 */
export function adoptUnknown(
  database: Database,
  bus: Bus,
  logger: Logger,
): (identity: string, protocol: string) => Promise<KnownDevice | null> {
  return async (identity, protocol) => {
    const organisationId = await rootOrganisationId(database);
    const scope = { organisationId, organisationIds: [organisationId], root: true, limit: null };
    const into = { registration: identity.slice(-MAX_REGISTRATION), type: 'other' as const };
    try {
      const adopted = await adoptDevice(database, scope, ACTOR, { protocol, identity, into });
      bus.publish('fleet-changed', { organisationId });
      return adopted;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Two requests of the device ran concurrently, and the other one registered it.
      const [registered = null] = await findDevicesByIdentity(database, [[identity]]);
      if (!registered) logger.info({ identity, protocol, reason: error.message }, 'An unknown device was not adopted');
      return registered;
    }
  };
}
