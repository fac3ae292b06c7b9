import { z } from 'zod';
import { ChosenInstant, Id, Instant, optionalText } from './common.ts';
import { Fault } from './fault.ts';
import { DRIVER_OBSTACLES, VEHICLE_OBSTACLES } from './availability-kinds.ts';
import { operation } from './operation.ts';

/** A time in which a vehicle must not be used. A null end is unbounded. */
export const VehicleObstacle = z.object({
  kind: z.enum(VEHICLE_OBSTACLES),
  from: Instant.nullable(),
  to: Instant.nullable(),
  /** The work order that causes it, and its number. */
  workOrderId: Id.nullable(),
  number: z.number().int().nullable(),
});
export type VehicleObstacle = z.infer<typeof VehicleObstacle>;

/** A time in which a driver must not drive. */
export const DriverObstacle = z.object({
  kind: z.enum(DRIVER_OBSTACLES),
  from: Instant.nullable(),
  to: Instant.nullable(),
  /** The last day of the licence or of the employment, or the first day of the employment. */
  day: z.iso.date(),
});
export type DriverObstacle = z.infer<typeof DriverObstacle>;

/** The reason why a person used a vehicle or a driver in spite of an obstacle. */
export const Override = z.object({ reason: z.string(), by: z.string().nullable(), at: Instant });
export type Override = z.infer<typeof Override>;

/** A person's reason for using a vehicle or a driver in spite of an obstacle; see `get-obstacles`. */
export const OverrideReason = optionalText(300);

export const availabilityOperations = {
  'get-obstacles': operation({
    summary:
      'Returns what prevents the use of a vehicle and of a driver in a time span; null where nothing does. Without an end only its start counts. Saving such a plan is refused unless it states an `overrideReason`.',
    access: { menu: 'vehicles', or: ['drivers', 'routes'], action: 'view' },
    limited: 'allowed',
    errors: [404],
    example: { vehicleId: 999_999, driverId: 999_999, from: '2026-01-01T00:00:00Z' },
    input: z.object({
      vehicleId: Id.nullish().transform((id) => id ?? null),
      driverId: Id.nullish().transform((id) => id ?? null),
      from: ChosenInstant,
      to: ChosenInstant.nullish().transform((to) => to ?? null),
    }),
    output: z.object({ vehicle: Fault.nullable(), driver: Fault.nullable() }),
  }),
};
