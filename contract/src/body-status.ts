import type { Fault, FaultCode } from './fault.ts';

/** The `status` in the body of every answer; the HTTP status of an RPC answer is always 200 (specification, section 9). */
export const BODY_STATUS = {
  success: 200,
  /** The session is gone: the browser wipes its storage and goes to sign-in. Means that and only that. */
  sessionInvalid: 400,
  denied: 403,
  notFound: 404,
  conflict: 409,
  invalid: 422,
  tooMany: 429,
  failed: 500,
} as const;
export type BodyStatus = (typeof BODY_STATUS)[keyof typeof BODY_STATUS];
export type FailureStatus = Exclude<BodyStatus, 200>;

/** What a call that did not succeed says. */
export interface Failure {
  status: FailureStatus;
  /** The fault in English, for programs that show it as it is; our own screens write it in the person's language. */
  message: string;
  code: FaultCode;
  params?: Fault['params'];
  /** The fault of each field of the input that was refused, in English, by its dotted path. */
  fields?: Record<string, string>;
  /** The same as codes. */
  faults?: Record<string, Fault>;
  /** With 429: seconds to wait. */
  retryAfterS?: number;
  /** With 500: what to quote to the operator, who finds the cause in the log under it. */
  reference?: string;
}
