/** Of the fields with errors, by their paths, those whose value is another now: what was told of them holds no more. */
export function staleErrors(paths: readonly string[], values: object, before: object): string[] {
  return paths.filter((path) => valueAt(values, path) !== valueAt(before, path));
}

/** As deep as it goes: several telephones typed into one field have their errors at its `phones.0` and so on. */
function valueAt(values: object, path: string): unknown {
  let value: unknown = values;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) break;
    value = Reflect.get(value, name);
  }
  return value;
}
