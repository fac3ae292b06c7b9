/**
 * Builds a table of words sent by devices and their meanings. It contains only its own words: an ordinary object would
 * also return functions for "constructor" and "__proto__".
 */
export function byWord<Meaning>(meanings: Readonly<Record<string, Meaning>>): Readonly<Record<string, Meaning>> {
  const table: Record<string, Meaning> = Object.create(null);
  return Object.assign(table, meanings);
}
