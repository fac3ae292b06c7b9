import { type Fault, toFault } from '@milepost/contract/fault';
import { AppError } from '../../errors.ts';
import { codeOf } from '../../fault.ts';
import { type JobAttempt, ServerStops, TakesTooLong } from '../../jobs/define-job.ts';

/** What a person can understand and mend: trying again by itself would not help. */
export function faultOf(error: unknown): Fault | null {
  if (error instanceof AppError) return error.fault;
  const code = codeOf(error);
  return code === 'ENOSPC' || code === 'EDQUOT' ? toFault('export-disk-full') : null;
}

/**
 * Why the making of a file is over; null where it is tried again. What took too long would take too long again: tried for
 * ever, it would hold up all that wait behind it.
 * @param failed what is said of an unknown fault of the last attempt
 */
export function whyOver(
  error: unknown,
  { last, signal }: JobAttempt,
  failed: 'export-failed' | 'schedule-failed',
): Fault | null {
  const known = faultOf(error);
  if (known !== null) return known;
  if (signal.reason instanceof TakesTooLong) return toFault('report-too-slow');
  return last && !(signal.reason instanceof ServerStops) ? toFault(failed) : null;
}
