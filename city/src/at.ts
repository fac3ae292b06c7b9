/**
 * An element that must be there. For code that counts its indexes itself, where an absent one is a programming error.
 *
 * @throws RangeError where there is none
 */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`no element ${index} of ${list.length}`);
  return value;
}
