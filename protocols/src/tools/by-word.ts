/**
 * A table of what words mean that devices say. It holds its own words alone: any other object also knows "constructor"
 * and "__proto__", and says a function of them.
 */
export function byWord<Meaning>(meanings: Readonly<Record<string, Meaning>>): Readonly<Record<string, Meaning>> {
  const table: Record<string, Meaning> = Object.create(null);
  return Object.assign(table, meanings);
}
