import type { LANGUAGES } from './profile-routes.ts';

/**
 * The separators of list entries. `Intl.ListFormat` is not used: its lists end with "and", which Arabic joins to the
 * following entry, so names, plates and addresses could no longer be found by a search.
 */
const COMMAS: Readonly<Record<(typeof LANGUAGES)[number], string>> = { en: ', ', hi: ', ', ar: '، ' };

/** Joins entries to a list in a language. */
export const joinList = (entries: readonly string[], language: (typeof LANGUAGES)[number]): string =>
  entries.join(COMMAS[language]);

/** The separator of several values in one cell of a file, at which imports split the cell. */
export const CELL_COMMA = ', ';
