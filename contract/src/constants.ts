// What both sides must agree on, apart from the schemas: the first page of the browser is small without them.

/** The value of `X-CSRFToken` on the two calls that fetch a token. */
export const FIXED_CSRF_VALUE = 'milepost';

/** A password has at least this many characters; no rules about which, as NIST SP 800-63B advises. */
export const MIN_PASSWORD_LENGTH = 10;

/** The international mile, exactly. */
export const KM_PER_MILE = 1.609344;
