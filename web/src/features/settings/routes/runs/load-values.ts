import type { RunLoad } from '@milepost/contract/run-load';

const NONE: RunLoad = {
  cratesOut: null,
  cratesBack: null,
  kgOut: null,
  kgBack: null,
  m3Out: null,
  m3Back: null,
  minC: null,
  maxC: null,
  products: [],
};

/** A load as the values of a form. */
export const loadValues = (load: RunLoad | null): RunLoad => load ?? NONE;

/** A load as the server's input; null if all fields are empty. */
export const loadInput = ({ products, ...amounts }: RunLoad): RunLoad | null =>
  products.length === 0 && Object.values(amounts).every((value) => value === null) ? null : { ...amounts, products };

/** The measures of a load: the fields for the amounts taken out and brought back. */
export const LOAD_MEASURES = [
  { measure: 'kg', out: 'kgOut', back: 'kgBack', decimals: 1 },
  { measure: 'm3', out: 'm3Out', back: 'm3Back', decimals: 2 },
  { measure: 'crates', out: 'cratesOut', back: 'cratesBack', decimals: 0 },
] as const;
