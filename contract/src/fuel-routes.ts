import { z } from 'zod';
import { Money } from './amount.ts';
import { Id } from './common.ts';
import { grant, route } from './route.ts';

/** From where the distance between two fills is known. */
export const FUEL_DISTANCES = ['odometer', 'tracked'] as const;

/** A bill of fuel. */
const FuelFill = z.object({
  expenseId: Id,
  day: z.iso.date(),
  litres: z.number(),
  /** Of the bill with tax, in the smallest unit of `currency`, which may be one that the organisation had before. */
  amount: Money,
  currency: z.string(),
  fullTank: z.boolean(),
  /** A fill before it was not entered. */
  missedFill: z.boolean(),
  /** Since the full tank before it, where this one was filled up, too; null where that is not known or a fill is missing. */
  since: z
    .object({
      distanceM: z.number(),
      litres: z.number(),
      litresPer100Km: z.number(),
      by: z.enum(FUEL_DISTANCES),
    })
    .nullable(),
});
export type FuelFill = z.infer<typeof FuelFill>;

const expenses = grant('expenses');

export const fuelRoutes = {
  /** What a vehicle burns and costs: its last bills of fuel, the oldest first, and the last months, drafts left out. */
  'get-vehicle-fuel': route({
    access: expenses('view'),
    limited: 'allowed',
    weight: 'heavy',
    example: { vehicleId: 999_999 },
    bounds: { 'fills[]': 'MOST_FILLS of the store', 'months[]': 'the months of the input' },
    input: z.object({ vehicleId: Id, months: z.number().int().min(1).max(36).default(12) }),
    output: z.object({
      fills: z.array(FuelFill),
      months: z.array(
        z.object({
          /** Its first day. */
          month: z.iso.date(),
          /** Of all kinds, in the organisation's currency. */
          amount: z.number(),
          litres: z.number(),
          /** As it was tracked; null where the vehicle was not tracked in that month. */
          distanceM: z.number().nullable(),
          /** Of the amount, what was spent since the day that the vehicle is tracked: what its kilometres cost. */
          trackedAmount: z.number(),
        }),
      ),
      currency: z.string(),
    }),
  }),
};
