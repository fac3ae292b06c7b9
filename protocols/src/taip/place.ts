import { BadFrame } from '../tools/bad-frame.ts';
import { degreesMinutes, digits } from '../tools/units.ts';

/** Signed degrees, with the given number of whole digits and five after the implied decimal point. */
export function degrees(text: string, at: number, whole: number): number {
  const value = digits(text, at + 1, whole + 5) / 1e5;
  return signOf(text, at) * value;
}

/** Signed degrees and minutes: degrees, and "mm.mmmm". */
export function minutes(text: string, at: number, whole: number): number {
  const sign = signOf(text, at);
  return sign * degreesMinutes(text.slice(at + 1, at + whole + 8), whole === 2 ? 'N' : 'E');
}

function signOf(text: string, at: number): 1 | -1 {
  const sign = text.charAt(at);
  if (sign !== '+' && sign !== '-') throw new BadFrame(`no sign at ${at + 1} of "${text}"`);
  return sign === '-' ? -1 : 1;
}
