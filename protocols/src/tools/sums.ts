/** Sums over bytes that text protocols end with. */

/** All bytes of `bytes[start, end)`, one exclusive-or the other: 0 to 255. */
export function exclusiveOr(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let sum = 0;
  for (let at = start; at < end; at += 1) sum ^= bytes[at] ?? 0;
  return sum;
}

/** Two capital hexadecimal digits of a number of 0 to 255. */
export const twoHexDigits = (value: number): string => value.toString(16).toUpperCase().padStart(2, '0');
