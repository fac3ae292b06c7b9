export interface EditConflict {
  field: string;
  theirs: unknown;
}

interface Merged<Values> {
  values: Values;
  /** The fields that both changed, to different values; `values` contains mine. */
  clashes: EditConflict[];
}

/** Merges the parts of a field, so that neither person's changes are lost. */
export type PartMerges<Values> = {
  [Field in keyof Values]?: (opened: Values[Field], mine: Values[Field], theirs: Values[Field]) => Values[Field];
};

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges the values of a form after somebody else saved the same record: my changes stay, and the other fields take the
 * saved values.
 * @param opened the initial values of the form
 */
export function mergeMeanwhile<Values extends Record<string, unknown>>(
  opened: Values,
  mine: Values,
  theirs: Values,
  parts: PartMerges<Values> = {},
): Merged<Values> {
  const values = { ...theirs };
  const clashes: EditConflict[] = [];
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
