// This file does not import zod, because the browser uses its values as parameters.

/** The most due records that are listed. */
export const MAX_DUE = 100;
