import { type Fault, fault, toFault } from '@milepost/contract/fault';
import { may } from '../../auth/caller.ts';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../../store/database.ts';
import { type Caller, findPerson } from '../../store/people/callers.ts';
import {
  countOutside,
  readSchedulePeople,
  type RunToSend,
  type SchedulePerson,
} from '../../store/report-schedules/report-schedules.ts';
import type { Scope, VehicleLimit } from '../../store/scope.ts';
import { type ReportDocument, seenBy } from '../document.ts';

/** A recipient of the report, and the person whose access determines its content. */
export interface Reader {
  /** Null for an outside address, which gets what the owner sees. */
  name: string | null;
  email: string;
  /** The person whose access, language and units apply. */
  as: Caller;
  /** The organisation whose downloads contain a file that is too large for a mail. */
  organisationId: number;
  /** The part of the report that both may see. */
  document: ReportDocument;
}

export interface Readers {
  readers: Reader[];
  leftOut: { to: string; fault: Fault }[];
}

/**
 * Mails per day to outside addresses, for all schedules of a person together; more is no longer the sending of reports.
 */
export const MAX_OUTSIDE_MAILS_PER_DAY = 500;

/**
 * The recipients of an execution: people get what both they and the owner may see now, outside addresses what the owner
 * sees.
 */
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
  const left =
    run.toOwner || run.addresses.length === 0 ? 0 : MAX_OUTSIDE_MAILS_PER_DAY - (await countOutside(db, run));
  const addresses = run.toOwner ? [] : run.addresses;
  const outside = addresses.slice(0, Math.max(0, left));
  for (const to of addresses.slice(outside.length)) {
    leftOut.push({ to, fault: toFault(fault('schedule-most-outside', { most: MAX_OUTSIDE_MAILS_PER_DAY })) });
  }
  const { organisationId } = owner.scope;
  return {
    readers: [...readers, ...outside.map((email) => ({ name: null, email, as: owner, organisationId, document }))],
    leftOut,
  };
}

/** A person as a recipient of what both this person and the owner may see now, or the reason why not. */
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
  // A person who requests it now gets it regardless of other mail preferences.
  const to = run.toOwner ? run.ownerEmail || null : email;
  if (to === null) return { fault: toFault(address === null ? 'schedule-reader-address' : 'schedule-reader-mails') };
  const as = { ...person, scope: commonScope(owner.scope, person.scope) };
  return { name, email: to, as, organisationId: person.scope.organisationId, document: seen };
}

/** The part of a report that a person may see; null when there is none. */
function partFor(person: Caller, document: ReportDocument): ReportDocument | null {
  if (!may(person, 'reports', 'view')) return null;
  try {
    return seenBy(document, person);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const among = (some: readonly number[], others: readonly number[]): number[] => {
  const set = new Set(others);
  return some.filter((id) => set.has(id));
};

function commonLimit(one: VehicleLimit | null, other: VehicleLimit | null): VehicleLimit | null {
  if (one === null || other === null) return one ?? other;
  return {
    common: one.common && other.common,
    vehicleIds: among(one.vehicleIds, other.vehicleIds),
    groupIds: among(one.groupIds, other.groupIds),
    singleIds: among(one.singleIds, other.singleIds),
    withinGroupIds:
      one.withinGroupIds === null || other.withinGroupIds === null
        ? (one.withinGroupIds ?? other.withinGroupIds)
        : among(one.withinGroupIds, other.withinGroupIds),
  };
}

/** The intersection of both scopes, with the time zone and the currency of the owner's organisation. */
const commonScope = (owner: Scope, reader: Scope): Scope => ({
  organisationId: owner.organisationId,
  organisationIds: among(owner.organisationIds, reader.organisationIds),
  root: owner.root && reader.root,
  limit: commonLimit(owner.limit, reader.limit),
});
