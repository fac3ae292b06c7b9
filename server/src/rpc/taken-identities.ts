import { charge } from '../auth/throttle.ts';
import { AppError } from '../errors.ts';
import { record } from '../store/audit/audit.ts';
import { findKnownDevices, type KnownDevice } from '../store/devices/known-devices.ts';
import { type Scope, seesVehicle } from '../store/scope.ts';
import { forgiveAttempt } from '../store/people/sign-in-failures.ts';
import type { CallContext } from './handler.ts';

/** Taken identities that a person may try before waiting begins. */
const FREE = 10;

/**
 * Registers a device. "Taken" reveals that another organisation has the identity, and a person who meets many of them
 * is probably probing. They are therefore counted per person, like wrong passwords, and written to the audit log.
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

/**
 * The same for work that may meet many identities: `meet` counts and logs each before the reply reveals anything about
 * it.
 * @throws AppError `too-many` from `meet` too, and whatever `work` throws
 */
export async function countEachTaken<Result>(
  { services: { database }, caller, actor }: CallContext,
  work: (meet: (taken: Pick<KnownDevice, 'identity' | 'organisationId'>) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const subject = `identity:${caller.userId}`;
  const { organisationId, organisationIds } = caller.scope;
  // Free identities are not revealed during the wait either.
  await charge(database, subject, FREE);
  let met = 0;
  try {
    return await work(async (taken) => {
      if (organisationIds.includes(taken.organisationId)) return;
      if (met > 0) await charge(database, subject, FREE);
      met += 1;
      const values = { before: null, after: { identity: taken.identity } };
      const entry = { subject: 'device', subjectId: 0, action: 'identity-taken', ...values } as const;
      await record(database, actor, { organisationId, ...entry });
    });
  } finally {
    if (met === 0) await forgiveAttempt(database, subject);
  }
}

/** True when the caller sees the device in the list; limited people do not see all devices of their organisation. */
const isShown = (scope: Scope, { organisationId, vehicleId }: KnownDevice): boolean =>
  scope.organisationIds.includes(organisationId) &&
  (scope.limit === null || (vehicleId !== null && seesVehicle(scope, vehicleId)));
