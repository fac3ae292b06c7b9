/** Patterns for ILIKE, one for each word of the typed search text: `%` and `_` are escaped. */
export const searchPatterns = (search: string): string[] =>
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);

/**
 * SQL: true when every word of a search is found in any of the fields. True for all rows without words.
 * @param parameter the parameter of the statement with the result of `searchPatterns`, such as `$2`
 * @param fields SQL expressions of text
 */
export const everyWordIn = (parameter: string, ...fields: string[]): string =>
  `(${parameter}::text[] = '{}' OR concat_ws(' ', ${fields.join(', ')}) ILIKE ALL(${parameter}))`;

/** SQL: a field for `everyWordIn` with the registration of a vehicle, with and without its spaces. */
export const registrationOf = (vehicle: string): string =>
  `${vehicle}.registration, replace(${vehicle}.registration, ' ', '')`;
