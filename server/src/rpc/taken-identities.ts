import { charge } from '../auth/throttle.ts';
import { AppError } from '../errors.ts';
import { record } from '../store/audit/audit.ts';
import { findKnownDevices } from '../store/devices/known-devices.ts';
import { forgiveAttempt } from '../store/people/sign-in-failures.ts';
import type { CallContext } from './handler.ts';

/** Identities of devices of others that a person may come upon before waiting begins. */
const FREE = 10;

/**
 * Registers a device. That an identity is taken tells that another organisation has it: who comes upon many of them
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
    const { organisationId, organisationIds } = caller.scope;
    if (!taken || (known && organisationIds.includes(known.organisationId))) await forgiveAttempt(database, subject);
    else {
      const values = { before: null, after: { identity } };
      const entry = { subject: 'device', subjectId: deviceId ?? 0, action: 'identity-taken', ...values } as const;
      await record(database, actor, { organisationId, ...entry });
    }
    throw error;
  }
}
