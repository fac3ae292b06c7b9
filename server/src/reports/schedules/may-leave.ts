import { type Fault, toFault } from '@milepost/contract/fault';
import type { Queryable } from '../../store/database.ts';
import type { MailContent, WaitingMail } from '../../store/mail/mails.ts';
import type { Caller } from '../../store/people/callers.ts';
import { readRun, readSchedulePeople } from '../../store/report-schedules/report-schedules.ts';
import { partsFor } from '../allowed.ts';
import { ownerOf, Stopped } from './schedule-owner.ts';
import { type Reader, readerOf } from './schedule-readers.ts';

type ScheduledMail = Pick<WaitingMail, 'runId' | 'userId' | 'to' | 'carries'>;

/**
 * The reason why the mail of a scheduled report must not be sent now, perhaps hours after it was written: its schedule
 * was deleted, or its owner or reader may no longer see its content. Null when it may be sent.
 */
export async function whyNotLeave(db: Queryable, mail: ScheduledMail): Promise<Fault | null> {
  const { runId, userId } = mail;
  if (runId === null && mail.carries === null) return null;
  const run = runId === null ? null : await readRun(db, runId);
  if (run === null || run.deleted) return toFault('schedule-deleted');
  try {
    const { owner, document } = await ownerOf(db, run);
    const outside: Reader | null =
      !run.toOwner && userId === run.userId && run.addresses.includes(mail.to)
        ? { name: null, email: mail.to, as: owner, organisationId: owner.scope.organisationId, document }
        : null;
    const recipientIds = (run.toOwner ? [run.userId] : run.peopleIds).filter((id) => id === userId);
    const [person] = await readSchedulePeople(db, owner.scope.organisationIds, recipientIds);
    const reader = outside ?? (person ? await readerOf(db, owner, run, document, person) : null);
    if (reader === null) return toFault('schedule-reader-removed');
    if ('fault' in reader) return reader.fault;
    if (reader.email !== mail.to) return toFault('schedule-reader-removed');
    return holdsAll(reader.as, mail.carries) ? null : toFault('schedule-reader-denied');
  } catch (error) {
    if (error instanceof Stopped) return error.fault;
    throw error;
  }
}

const isWithin = <Item>(some: readonly Item[], all: readonly Item[]) => some.every((one) => all.includes(one));

/** True when the reader may see all of the content, as with downloads. */
function holdsAll(reader: Caller, carries: MailContent | null): boolean {
  if (carries === null) return true;
  const { limit, organisationIds } = reader.scope;
  const { vehicleIds, groupIds } = carries;
  return (
    isWithin(carries.organisationIds, organisationIds) &&
    isWithin(carries.kinds, partsFor(reader)) &&
    (limit === null ||
      (vehicleIds !== null &&
        groupIds !== null &&
        isWithin(vehicleIds, limit.vehicleIds) &&
        isWithin(groupIds, limit.groupIds)))
  );
}
