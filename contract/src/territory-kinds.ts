// Without zod: the browser takes them from here.

/** Territories of one organisation. */
export const MOST_TERRITORIES = 500;
/** Outlines of one territory. */
export const MOST_AREAS = 10;
