// This file does not import zod, because the browser uses these limits.

/** The territories of one organisation. */
export const MOST_TERRITORIES = 500;
/** The outlines of one territory. */
export const MOST_AREAS = 10;
