import type { LANGUAGES } from './profile-routes.ts';

/**
 * Between the entries of a list. `Intl.ListFormat` is not used: its lists end with "and", which Arabic writes together with the
 * entry that follows, and names, plates and addresses would no longer be found by what they are.
 */
const COMMAS: Readonly<Record<(typeof LANGUAGES)[number], string>> = { en: ', ', hi: ', ', ar: '، ' };

/** Entries as a list in a language. */
export const joinList = (entries: readonly string[], language: (typeof LANGUAGES)[number]): string =>
  entries.join(COMMAS[language]);

/** Between the values of one cell of a file, which imports take apart again. */
export const CELL_COMMA = ', ';
