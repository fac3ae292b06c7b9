import type { FailureStatus } from '@milepost/contract/body-status';

/** The closed list of failures that are expected, and the body status each becomes on the wire. */
export const APP_ERROR_STATUS = {
  'session-invalid': 400,
  denied: 403,
  'not-found': 404,
  conflict: 409,
  invalid: 422,
  'too-many': 429,
} as const satisfies Record<string, FailureStatus>;
export type AppErrorCode = keyof typeof APP_ERROR_STATUS;

interface AppErrorDetails {
  cause?: unknown;
  /** Message for each refused field, by its dotted path. */
  fields?: Record<string, string>;
  /** With `too-many`. */
  retryAfterS?: number;
}

/** A failure that the person who called can understand; everything else is a fault of ours and becomes 500. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: AppErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.retryAfterS = details.retryAfterS;
  }
}

/** A fault at start-up that the operator can mend: printed as one line, exit code 1. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
