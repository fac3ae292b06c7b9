// Without zod: the browser asks for them.

/** At most so much of what is due is listed. */
export const MOST_DUE = 100;
