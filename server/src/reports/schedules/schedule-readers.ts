import { type Fault, fault, toFault } from '@milepost/contract/fault';
import { may } from '../../auth/caller.ts';
import type { Queryable } from '../../store/database.ts';
import { type Caller, findPerson } from '../../store/people/callers.ts';
import {
  countOutside,
  type RunToSend,
  readSchedulePeople,
  type SchedulePerson,
} from '../../store/report-schedules/report-schedules.ts';
import { AppError } from '../../errors.ts';
import { type ReportDocument, seenBy } from '../document.ts';
import { commonScope } from './common-scope.ts';

/** Somebody who gets the report, and with whose eyes it is made. */
export interface Reader {
  /** Null: an address outside, which gets what the owner sees. */
  name: string | null;
  email: string;
  /** What the report may hold, in whose language and units. */
  as: Caller;
  /** In whose downloads a file lies that is too large for a mail. */
  organisationId: number;
  /** What of the report both may see. */
  document: ReportDocument;
}

export interface Readers {
  readers: Reader[];
  leftOut: { to: string; fault: Fault }[];
}

/** Mails within a day to addresses outside, of all schedules of a person: more is not the sending of reports. */
export const MOST_OUTSIDE = 500;

/** Who gets a run: people only what both they and the owner may see now, addresses what the owner sees. */
export async function readersOf(
  db: Queryable,
  owner: Caller,
  run: RunToSend,
  document: ReportDocument,
): Promise<Readers> {
  const ids = run.toOwner ? [owner.userId] : run.peopleIds;
  const people = await readSchedulePeople(db, owner.scope.organisationIds, ids);
  const readers: Reader[] = [];
  const leftOut: Readers['leftOut'] = [];
  for (const one of people) {
    const reader = await readerOf(db, owner, run, document, one);
    if ('fault' in reader) leftOut.push({ to: one.name, fault: reader.fault });
    else readers.push(reader);
  }
  const left = run.toOwner || run.addresses.length === 0 ? 0 : MOST_OUTSIDE - (await countOutside(db, run));
  const addresses = run.toOwner ? [] : run.addresses;
  const outside = addresses.slice(0, Math.max(0, left));
  for (const to of addresses.slice(outside.length)) {
    leftOut.push({ to, fault: toFault(fault('schedule-most-outside', { most: MOST_OUTSIDE })) });
  }
  const { organisationId } = owner.scope;
  return {
    readers: [...readers, ...outside.map((email) => ({ name: null, email, as: owner, organisationId, document }))],
    leftOut,
  };
}

/** A person as a reader of what both this one and the owner may see now, or why not. */
export async function readerOf(
  db: Queryable,
  owner: Caller,
  run: Pick<RunToSend, 'toOwner' | 'ownerEmail'>,
  document: ReportDocument,
  { id, name, email, address, there }: SchedulePerson,
): Promise<Reader | { fault: Fault }> {
  const person = there ? await findPerson(db, id) : null;
  if (person === null) return { fault: toFault('schedule-reader-gone') };
  const seen = partFor(person, document);
  if (seen === null) return { fault: toFault('schedule-reader-denied') };
  // Who asks for it now gets it whatever else they want no mails about.
  const to = run.toOwner ? run.ownerEmail || null : email;
  if (to === null) return { fault: toFault(address === null ? 'schedule-reader-address' : 'schedule-reader-mails') };
  const as = { ...person, scope: commonScope(owner.scope, person.scope) };
  return { name, email: to, as, organisationId: person.scope.organisationId, document: seen };
}

/** What of a report a person may see; null where that is nothing. */
function partFor(person: Caller, document: ReportDocument): ReportDocument | null {
  if (!may(person, 'reports', 'view')) return null;
  try {
    return seenBy(document, person);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
