import { z } from 'zod';
import { ChosenInstant, Id, Instant, listInput, listOutput, optionalText, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { MOST_ODOMETER_M } from './odometer.ts';
import { grant, route } from './route.ts';

/** A device in a vehicle, with begin and end. */
export const Installation = z.object({
  id: Id,
  vehicleId: Id,
  registration: z.string(),
  deviceId: Id,
  /** The IMEI or another identity, as the device sends it. */
  identity: z.string(),
  protocol: z.string().nullable(),
  model: z.string().nullable(),
  from: Instant,
  /** Null: it is still installed. */
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

/** A technician's notes. */
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

/** The device and data that a vehicle passes to another one. */
export const ExchangeSide = z.object({
  registration: z.string(),
  deviceId: Id,
  /** The device that is in it now and goes to the other vehicle. */
  identity: z.string(),
  /** The number of positions that the device reported since `at`, and the time range of them. */
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
  /** The installations that overlap the range: of a vehicle, of a device, or of the whole scope. */
  'get-installation-list': route({
    access: vehicles('view'),
    limited: 'allowed',
    input: listInput(['from', 'to', 'registration', 'identity', 'technician']).extend({
      direction: z.enum(['asc', 'desc']).default('desc'),
      vehicleId: Id.optional(),
      deviceId: Id.optional(),
      from: ChosenInstant.optional(),
      to: ChosenInstant.optional(),
      /** Only devices that are installed now. */
      present: z.boolean().optional(),
    }),
    output: listOutput(Installation),
  }),
  /**
   * Removes the device that is in the vehicle, if any, and installs another, both at `at` (left out: now). Reports of
   * earlier times, already received or not, count as before.
   */
  'swap-device': route({
    access: vehicles('edit'),
    limited: 'allowed',
    example: { vehicleId: 999_999, deviceId: 999_999 },
    input: Notes.extend({ vehicleId: Id, deviceId: Id, at: ChosenInstant.optional() }),
    output: z.object({ installation: Installation }),
  }),
  /** The data that `exchange-devices` would move. Changes nothing. */
  'preview-device-exchange': route({
    access: vehicles('edit'),
    limited: 'allowed',
    weight: 'heavy',
    example: { vehicleId: 999_999, otherVehicleId: 1_000_000, at: '2026-01-01T00:00:00Z' },
    input: Exchange,
    output: DeviceExchange,
  }),
  /**
   * Exchanges the devices of two vehicles from `at` on, with all that the devices reported since; the facts are
   * recomputed. The call states which device is in which vehicle now, so that a repeated call does not undo the first;
   * the call with the devices in reverse does.
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
  /** Changes the notes; vehicle, device and times cannot change. */
  'save-installation': route({
    access: vehicles('edit'),
    limited: 'allowed',
    subject: 'installation',
    example: { id: 999_999 },
    input: Notes.extend({ id: Id, version: Version.optional() }),
    output: z.object({ installation: Installation }),
  }),
};
