/** Patterns for ILIKE, one for each word of a search as it was typed: `%` and `_` are letters like others. */
export const searchPatterns = (search: string): string[] =>
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);

/**
 * SQL: every word of a search is in one of the fields, whichever. Of no words that is true of all rows.
 * @param parameter place in the statement of what `searchPatterns` gives, as `$2`
 * @param fields SQL expressions of text
 */
export const everyWordIn = (parameter: string, ...fields: string[]): string =>
  `(${parameter}::text[] = '{}' OR concat_ws(' ', ${fields.join(', ')}) ILIKE ALL(${parameter}))`;

/** SQL: the field of `everyWordIn` that is the registration of a vehicle, with its spaces and without. */
export const registrationOf = (vehicle: string): string =>
  `${vehicle}.registration, replace(${vehicle}.registration, ' ', '')`;
