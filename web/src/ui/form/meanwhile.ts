export interface Clash {
  field: string;
  theirs: unknown;
}

interface Merged<Values> {
  values: Values;
  /** What both changed to different values; `values` holds mine. */
  clashes: Clash[];
}

/** Merges the parts of a field, so that neither loses what they changed of it. */
export type PartMerges<Values> = {
  [Field in keyof Values]?: (opened: Values[Field], mine: Values[Field], theirs: Values[Field]) => Values[Field];
};

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
  parts: PartMerges<Values> = {},
): Merged<Values> {
  const values = { ...theirs };
  const clashes: Clash[] = [];
  for (const field in mine) {
    if (same(mine[field], opened[field])) continue;
    const theyChanged = !same(theirs[field], opened[field]);
    const merge = theyChanged ? parts[field] : undefined;
    values[field] = merge ? merge(opened[field], mine[field], theirs[field]) : mine[field];
    if (merge) continue;
    if (theyChanged && !same(theirs[field], mine[field])) clashes.push({ field, theirs: theirs[field] });
  }
  return { values, clashes };
}
