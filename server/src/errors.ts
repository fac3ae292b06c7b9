import type { FailureStatus } from '@milepost/contract/body-status';
import { englishOf, type Fault, type FaultLike, toFault } from '@milepost/contract/fault';

/** The closed list of expected failures, with the body status of each on the wire. */
export const APP_ERROR_STATUS = {
  'session-invalid': 400,
  denied: 403,
  'not-found': 404,
  conflict: 409,
  invalid: 422,
  'too-many': 429,
} as const satisfies Record<string, FailureStatus>;
export type AppErrorCode = keyof typeof APP_ERROR_STATUS;

/** The fault of each refused field, by its dotted path. */
export type FieldFaults = Readonly<Record<string, FaultLike>>;

interface AppErrorDetails {
  cause?: unknown;
  fields?: FieldFaults;
  /** The English text, when it is more specific than that of the fault. */
  message?: string;
  /** For `too-many`. */
  retryAfterS?: number;
}

/** The reason why work ends whose caller has disconnected; the answer is not read by anybody. */
export class CallerGone extends Error {}

/** A failure that the caller can understand; everything else is an internal error and becomes 500. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  /** The text for the person. */
  readonly fault: Fault;
  readonly fields: Readonly<Record<string, Fault>> | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: AppErrorCode, given: FaultLike, details: AppErrorDetails = {}) {
    const fault = toFault(given);
    super(details.message ?? englishOf(fault), { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.fault = fault;
    this.fields = details.fields && mapFields(details.fields, toFault);
    this.retryAfterS = details.retryAfterS;
  }
}

/** A failure of fields, with the first field's fault as that of the whole. At least one is given. */
export function fieldError(
  code: AppErrorCode,
  fields: FieldFaults,
  details: Omit<AppErrorDetails, 'fields'> = {},
): AppError {
  const [first = 'not-valid'] = Object.values(fields);
  return new AppError(code, first, { ...details, fields });
}

/** Maps the value of each field. */
export const mapFields = <From, To>(fields: Readonly<Record<string, From>>, make: (from: From) => To) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, make(value)]));

/** A fault at start-up that the operator can correct: printed as one line, exit code 1. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}
