// Values shared by both sides, separate from the schemas, so that the browser's first page stays small.

/** The value of `X-CSRFToken` on the two calls that fetch a token. */
export const FIXED_CSRF_VALUE = 'milepost';

/** The minimum length of a password. There are no rules about its characters, as NIST SP 800-63B advises. */
export const MIN_PASSWORD_LENGTH = 10;

/** The international mile, exactly. */
export const KM_PER_MILE = 1.609344;
