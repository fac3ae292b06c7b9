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
  /** A sentence for the person, in English; the browser shows a catalogue text where it has one for `code`. */
  message: string;
  /** Message for each field of the input that was refused, by its dotted path. */
  fields?: Record<string, string>;
  /** With 429: seconds to wait. */
  retryAfterS?: number;
  /** With 500: what to quote to the operator, who finds the cause in the log under it. */
  reference?: string;
}

/** Default denial of the specification, shown with the colour class bg-red. */
export const PERMISSION_DENIED = 'Permission Denied';
