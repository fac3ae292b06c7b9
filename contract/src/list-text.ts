import { type Language, traitsOf } from './languages.ts';

/** Joins entries to a list in a language. */
export const joinList = (entries: readonly string[], language: Language): string =>
  entries.join(traitsOf(language).comma);

/** The separator of several values in one cell of a file, at which imports split the cell. */
export const CELL_COMMA = ', ';
