import type { Fault, FaultCode } from './fault.ts';

/**
 * The `status` in the body of every reply; the HTTP status of an RPC reply is always 200 (specification, section 9).
 */
export const BODY_STATUS = {
  success: 200,
  /** The session is invalid: the browser clears its storage and opens the sign-in page. Used for nothing else. */
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

/** The body of a call that did not succeed. */
export interface Failure {
  status: FailureStatus;
  /**
   * The fault in English, for programs that display it unchanged; our own screens write it in the person's language.
   */
  message: string;
  code: FaultCode;
  params?: Fault['params'];
  /** The fault of each refused input field, in English, by dotted path. */
  fields?: Record<string, string>;
  /** The same faults as codes. */
  faults?: Record<string, Fault>;
  /** With 429: seconds to wait. */
  retryAfterS?: number;
  /** With 500: the reference to quote to the operator, who finds the cause under it in the log. */
  reference?: string;
}
