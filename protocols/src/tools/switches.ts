import type { Attributes } from '../types.ts';

/** Inputs or outputs as `input1`, `input2`, …: of a number's bits from the lowest on, as many as the device has. */
export function switches(name: 'input' | 'output', bits: number, count: number): Attributes {
  const attributes: Attributes = {};
  for (let index = 0; index < count; index += 1) attributes[`${name}${index + 1}`] = ((bits >>> index) & 1) === 1;
  return attributes;
}
