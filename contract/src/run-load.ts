import { z } from 'zod';
import { text } from './common.ts';
import { faultCode } from './fault.ts';
import { MAX_PRODUCTS } from './route-kinds.ts';

const within = (least: number, most: number) =>
  z
    .number(faultCode('enter-number'))
    .min(least, faultCode('at-least'))
    .max(most, faultCode('at-most'))
    .nullish()
    .transform((value) => value ?? null);
const amount = (most: number) => within(0, most);
const degrees = within(-100, 200);

/**
 * The load that a run delivers and collects: crates, kilograms, cubic metres, and units of products; degrees Celsius.
 */
export const RunLoad = z
  .object({
    cratesOut: amount(100_000),
    cratesBack: amount(100_000),
    kgOut: amount(1_000_000),
    kgBack: amount(1_000_000),
    m3Out: amount(10_000),
    m3Back: amount(10_000),
    /** The lowest and the highest allowed temperature. */
    minC: degrees,
    maxC: degrees,
    products: z
      .array(z.object({ name: text(80), out: amount(1_000_000), back: amount(1_000_000) }))
      .max(MAX_PRODUCTS)
      .default([]),
  })
  .refine(({ minC, maxC }) => minC === null || maxC === null || minC < maxC, {
    path: ['maxC'],
    error: faultCode('highest-above-lowest'),
  });
export type RunLoad = z.infer<typeof RunLoad>;

/** The capacity of the vehicle according to its papers. */
export const LoadCapacity = z.object({
  crates: z.number().nullable(),
  kg: z.number().nullable(),
  m3: z.number().nullable(),
});
