// This file does not import zod, because the browser uses these limits.

/** The territories of one organisation. */
export const MAX_TERRITORIES = 500;
/** The outlines of one territory. */
export const MAX_AREAS = 10;
