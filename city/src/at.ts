/**
 * Returns an element that must exist. For code that computes its own indexes, where a missing one is a programming
 * error.
 *
 * @throws RangeError if it does not exist
 */
export function elementAt<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`no element ${index} of ${list.length}`);
  return value;
}
