/** The paths of those fields with errors whose value has changed since, so that their errors no longer apply. */
export function staleErrors(paths: readonly string[], values: object, before: object): string[] {
  return paths.filter((path) => valueAt(values, path) !== valueAt(before, path));
}

/**
 * As deep as the path reaches: several telephones typed into one field have their errors at its `phones.0` and so on.
 */
function valueAt(values: object, path: string): unknown {
  let value: unknown = values;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) break;
    value = Reflect.get(value, name);
  }
  return value;
}
