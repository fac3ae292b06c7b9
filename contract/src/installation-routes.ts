import { z } from 'zod';
import { ChosenInstant, Id, Instant, listInput, listOutput, optionalText, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { MOST_ODOMETER_M } from './odometer.ts';
import { grant, route } from './route.ts';

/** A device in a vehicle, from when to when. */
export const Installation = z.object({
  id: Id,
  vehicleId: Id,
  registration: z.string(),
  deviceId: Id,
  /** IMEI or the like, as the device sends it. */
  identity: z.string(),
  protocol: z.string().nullable(),
  model: z.string().nullable(),
  from: Instant,
  /** Null: it is there now. */
  to: Instant.nullable(),
  technician: z.string().nullable(),
  place: z.string().nullable(),
  odometerM: z.number().nullable(),
  simNumber: z.string().nullable(),
  simOperator: z.string().nullable(),
  note: z.string().nullable(),
  version: Version,
});
export type Installation = z.infer<typeof Installation>;

/** What a technician notes. */
const Notes = z.object({
  technician: optionalText(80),
  place: optionalText(120),
  // Stored as a whole number.
  odometerM: z
    .number()
    .int()
    .min(0, faultCode('at-least'))
    .max(MOST_ODOMETER_M, faultCode('at-most'))
    .nullish()
    .transform((metres) => metres ?? null),
  simNumber: optionalText(30),
  simOperator: optionalText(60),
  note: optionalText(300),
});

/** What a vehicle gives to another one with its device. */
export const ExchangeSide = z.object({
  registration: z.string(),
  deviceId: Id,
  /** The device that is in it now, which the other one gets. */
  identity: z.string(),
  /** What the device told of since the moment, and between which times. */
  positions: z.number().int(),
  first: Instant.nullable(),
  last: Instant.nullable(),
  trips: z.number().int(),
  distanceM: z.number(),
});
export type ExchangeSide = z.infer<typeof ExchangeSide>;
export const DeviceExchange = z.object({ one: ExchangeSide, other: ExchangeSide });
export type DeviceExchange = z.infer<typeof DeviceExchange>;

const Exchange = z.object({ vehicleId: Id, otherVehicleId: Id, at: ChosenInstant });

const vehicles = grant('vehicles');

export const installationRoutes = {
  /** Of a vehicle, of a device, or all of the scope that touch the range. */
  'get-installation-list': route({
    access: vehicles('view'),
    limited: 'allowed',
    input: listInput(['from', 'to', 'registration', 'identity', 'technician']).extend({
      direction: z.enum(['asc', 'desc']).default('desc'),
      vehicleId: Id.optional(),
      deviceId: Id.optional(),
      from: ChosenInstant.optional(),
      to: ChosenInstant.optional(),
      /** Only devices that are in their vehicle now. */
      present: z.boolean().optional(),
    }),
    output: listOutput(Installation),
  }),
  /**
   * Takes out the device that is in the vehicle, if there is one, and puts in another, both at `at` (left out: now). What
   * either sent or will send of an earlier moment counts as before.
   */
  'swap-device': route({
    access: vehicles('edit'),
    limited: 'allowed',
    example: { vehicleId: 999_999, deviceId: 999_999 },
    input: Notes.extend({ vehicleId: Id, deviceId: Id, at: ChosenInstant.optional() }),
    output: z.object({ installation: Installation }),
  }),
  /** What `exchange-devices` would move. Changes nothing. */
  'preview-device-exchange': route({
    access: vehicles('edit'),
    limited: 'allowed',
    weight: 'heavy',
    example: { vehicleId: 999_999, otherVehicleId: 1_000_000, at: '2026-01-01T00:00:00Z' },
    input: Exchange,
    output: DeviceExchange,
  }),
  /**
   * Gives each of two vehicles the other's device from `at` on, with all that the devices told of since; what follows from it
   * is recomputed. It names what is in both now, so that a call that comes twice does not take itself back; the call with the
   * two devices the other way round does.
   */
  'exchange-devices': route({
    access: vehicles('edit'),
    limited: 'allowed',
    example: {
      vehicleId: 999_999,
      otherVehicleId: 1_000_000,
      at: '2026-01-01T00:00:00Z',
      deviceId: 999_999,
      otherDeviceId: 1_000_000,
    },
    input: Exchange.extend({ deviceId: Id, otherDeviceId: Id }),
    output: z.object({}),
  }),
  /** Changes what was noted; which device was where when stays. */
  'save-installation': route({
    access: vehicles('edit'),
    limited: 'allowed',
    subject: 'installation',
    example: { id: 999_999 },
    input: Notes.extend({ id: Id, version: Version.optional() }),
    output: z.object({ installation: Installation }),
  }),
};
