import { z } from 'zod';
import { Money } from './amount.ts';
import { Id } from './common.ts';
import { grant, operation } from './operation.ts';

/** The source of the distance between two fills. */
export const FUEL_DISTANCES = ['odometer', 'tracked'] as const;

/** A fuel bill. */
const FuelFill = z.object({
  expenseId: Id,
  day: z.iso.date(),
  litres: z.number(),
  /**
   * The bill's amount with tax, in the smallest unit of `currency`, which may be a former currency of the organisation.
   */
  amount: Money,
  currency: z.string(),
  fullTank: z.boolean(),
  /** The fill before it was not entered. */
  missedFill: z.boolean(),
  /** Values since the previous full tank, if this fill was full, too; null if unknown or if a fill is missing. */
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

export const fuelOperations = {
  'get-vehicle-fuel': operation({
    summary:
      'Returns the fuel consumption and costs of a vehicle: its last fuel bills, the oldest first, and the last months, without drafts.',
    access: expenses('view'),
    limited: 'allowed',
    weight: 'heavy',
    errors: [404],
    example: { vehicleId: 999_999 },
    bounds: { 'fills[]': 'MAX_FILLS of the store', 'months[]': 'the months of the input' },
    input: z.object({ vehicleId: Id, months: z.number().int().min(1).max(36).default(12) }),
    output: z.object({
      fills: z.array(FuelFill),
      months: z.array(
        z.object({
          /** The first day of the month. */
          month: z.iso.date(),
          /** All kinds of expenses of the vehicle, in the organisation's currency. */
          amount: z.number(),
          litres: z.number(),
          /** The tracked distance; null if the vehicle was not tracked in that month. */
          distanceM: z.number().nullable(),
          /** The part of the amount spent since the vehicle has been tracked: the cost of its tracked distance. */
          trackedAmount: z.number(),
        }),
      ),
      currency: z.string(),
    }),
  }),
};
