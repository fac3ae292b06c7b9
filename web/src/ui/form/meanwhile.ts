export interface Clash {
  field: string;
  theirs: unknown;
}

interface Merged<Values> {
  values: Values;
  /** What both changed to different values; `values` holds mine. */
  clashes: Clash[];
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * What a form holds after somebody else saved the same record: what I typed stays, and what I left alone becomes what they
 * saved.
 * @param opened the values with which the form began
 */
export function mergeMeanwhile<Values extends Record<string, unknown>>(
  opened: Values,
  mine: Values,
  theirs: Values,
): Merged<Values> {
  const values = { ...theirs };
  const clashes: Clash[] = [];
  for (const field in mine) {
    if (same(mine[field], opened[field])) continue;
    values[field] = mine[field];
    const theyChanged = !same(theirs[field], opened[field]);
    if (theyChanged && !same(theirs[field], mine[field])) clashes.push({ field, theirs: theirs[field] });
  }
  return { values, clashes };
}
