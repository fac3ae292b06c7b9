import { type Fault, toFault } from '@milepost/contract/fault';
import { AppError } from '../../errors.ts';
import { codeOf } from '../../fault.ts';
import { type JobAttempt, ServerStops, TakesTooLong } from '../../jobs/define-job.ts';

/** A fault that a person can understand and correct, and that a retry would not solve. */
export function faultOf(error: unknown): Fault | null {
  if (error instanceof AppError) return error.fault;
  const code = codeOf(error);
  return code === 'ENOSPC' || code === 'EDQUOT' ? toFault('export-disk-full') : null;
}

/**
 * The reason why making a file failed finally; null when it is retried. A time-out is not retried: it would recur and
 * block everything queued behind it. @param failed the code for an unknown fault of the last attempt
 */
export function finalFault(
  error: unknown,
  { last, signal }: JobAttempt,
  failed: 'export-failed' | 'schedule-failed',
): Fault | null {
  const known = faultOf(error);
  if (known !== null) return known;
  if (signal.reason instanceof TakesTooLong) return toFault('report-too-slow');
  return last && !(signal.reason instanceof ServerStops) ? toFault(failed) : null;
}
