import { type Fault, type FaultCode, toFault } from '@milepost/contract/fault';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../../store/database.ts';
import { type Caller, findPerson } from '../../store/people/callers.ts';
import type { RunToSend } from '../../store/report-schedules/report-schedules.ts';
import { documentFor, type ReportDocument } from '../document.ts';

type StopCode = FaultCode &
  ('schedule-no-owner' | 'schedule-role' | 'schedule-organisation' | 'schedule-denied' | 'schedule-report-gone');

/** Thrown when the owner may no longer send it; it stays stopped until it is saved again. */
export class Stopped extends Error {
  readonly fault: Fault;
  constructor(code: StopCode) {
    super(code);
    this.fault = toFault(code);
  }
}

/**
 * The owner, whose access determines the content, and the document.
 * @throws Stopped when the owner's account, role or organisation changed since it was saved, or the report was deleted
 */
export async function ownerOf(db: Queryable, run: RunToSend): Promise<{ owner: Caller; document: ReportDocument }> {
  const { userId, roleId, kind, organisationId, held } = run;
  const owner = await findPerson(db, userId);
  if (owner === null) throw new Stopped('schedule-no-owner');
  if (owner.scope.organisationId !== organisationId) throw new Stopped('schedule-organisation');
  if (owner.roleId !== roleId) throw new Stopped('schedule-role');
  try {
    return { owner, document: await documentFor(db, owner, kind, held) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new Stopped(error.code === 'not-found' ? 'schedule-report-gone' : 'schedule-denied');
  }
}
