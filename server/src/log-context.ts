import { AsyncLocalStorage } from 'node:async_hooks';

/** What a line of the log is about, as far as that is known where it is written. */
export interface LogContext {
  requestId?: string;
  /** Of the trace, while traces are exported. */
  traceId?: string;
  operation?: string;
  /** The number of the person, not the name: lines outlive an erased account. */
  userId?: number;
  organisationId?: number;
  job?: string;
}

const contexts = new AsyncLocalStorage<LogContext>();

/** Runs work whose lines carry these fields, also after an `await`. */
export const withLogContext = <Result>(context: LogContext, run: () => Result): Result => contexts.run(context, run);

/** Adds fields to the lines of the work under way; does nothing outside of one. */
export function noteInLog(fields: LogContext): void {
  const context = contexts.getStore();
  if (context) Object.assign(context, fields);
}

/** The fields for a line that is written now. */
export const logContext = (): LogContext => ({ ...contexts.getStore() });
