import type { Attributes } from '../types.ts';

/** Whether a digit means on (1) or off (0); undefined for anything else, whose meaning is unknown. */
export const onOff = (digit: string | undefined): boolean | undefined =>
  digit === '1' || digit === '0' ? digit === '1' : undefined;

/** Sets an attribute from a digit of on or off, unless it is neither. */
export function readSwitch(values: Attributes, name: string, digit: string | undefined): void {
  const on = onOff(digit);
  if (on !== undefined) values[name] = on;
}

/** Inputs or outputs as `input1`, `input2`, …: from on/off digits, one each; any other digit is left out. */
export function digitSwitches(name: 'input' | 'output', digits: string, firstStands: 'first' | 'last'): Attributes {
  const attributes: Attributes = {};
  const { length } = digits;
  for (let index = 0; index < length && index < MAX_DIGITS; index += 1) {
    readSwitch(attributes, `${name}${index + 1}`, digits[firstStands === 'first' ? index : length - 1 - index]);
  }
  return attributes;
}

/** No device has more, while a frame of garbage could contain hundreds. */
const MAX_DIGITS = 16;

/**
 * Inputs or outputs as `input1`, `input2`, …: from a number's bits, from the lowest on, as many as the device has; none
 * if the number was not read (undefined or NaN).
 */
export function switches(name: 'input' | 'output', bits: number | undefined, count: number): Attributes {
  const attributes: Attributes = {};
  if (bits === undefined || Number.isNaN(bits)) return attributes;
  for (let index = 0; index < count; index += 1) attributes[`${name}${index + 1}`] = ((bits >>> index) & 1) === 1;
  return attributes;
}
