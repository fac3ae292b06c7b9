import { charge } from '../auth/throttle.ts';
import { AppError } from '../errors.ts';
import { record } from '../store/audit/audit.ts';
import { findKnownDevices, type KnownDevice } from '../store/devices/known-devices.ts';
import { type Scope, seesVehicle } from '../store/scope.ts';
import { forgiveAttempt } from '../store/people/sign-in-failures.ts';
import type { CallContext } from './handler.ts';

/** Identities of devices of others that a person may come upon before waiting begins. */
const FREE = 10;

/**
 * Registers a device. That an identity is taken tells that others have it: who comes upon many of them
 * tries identities out, so they are counted by person as wrong passwords are, and are in the audit log.
 * @throws AppError `too-many`, and whatever `work` throws
 */
export async function countTaken<Result>(
  { services: { database }, caller, actor }: CallContext,
  { identity, deviceId }: { identity: string; deviceId: number | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  const subject = `identity:${caller.userId}`;
  await charge(database, subject, FREE);
  try {
    const result = await work();
    await forgiveAttempt(database, subject);
    return result;
  } catch (error) {
    const taken = error instanceof AppError && error.code === 'conflict' && error.fields?.['identity'] !== undefined;
    const [known] = taken ? await findKnownDevices(database, [identity]) : [];
    const { organisationId } = caller.scope;
    if (!taken || (known && isShown(caller.scope, known))) await forgiveAttempt(database, subject);
    else {
      const values = { before: null, after: { identity } };
      const entry = { subject: 'device', subjectId: deviceId ?? 0, action: 'identity-taken', ...values } as const;
      await record(database, actor, { organisationId, ...entry });
    }
    throw error;
  }
}

/** Whether the caller finds the device in the list: who is limited to some vehicles does not find all of the own organisation. */
const isShown = (scope: Scope, { organisationId, vehicleId }: KnownDevice): boolean =>
  scope.organisationIds.includes(organisationId) &&
  (scope.limit === null || (vehicleId !== null && seesVehicle(scope, vehicleId)));
