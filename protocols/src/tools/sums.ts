/** Checksums at the end of text protocols. */

/** The XOR of all bytes of `bytes[start, end)`: 0 to 255. */
export function exclusiveOr(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let sum = 0;
  for (let at = start; at < end; at += 1) sum ^= bytes[at] ?? 0;
  return sum;
}

/** Two upper-case hexadecimal digits of a number from 0 to 255. */
export const twoHexDigits = (value: number): string => value.toString(16).toUpperCase().padStart(2, '0');
