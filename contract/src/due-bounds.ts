// Without zod, since the browser uses them as parameters.

/** The most due records that are listed. */
export const MOST_DUE = 100;
