import { z } from 'zod';
import { ChosenInstant, Id, Instant, listInput, listOutput, optionalText, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { MAX_ODOMETER_M } from './odometer.ts';
import { grant, operation } from './operation.ts';

/** A device in a vehicle, with start and end. */
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
    .max(MAX_ODOMETER_M, faultCode('at-most'))
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

export const installationOperations = {
  'get-installation-list': operation({
    summary: "Lists installations of a vehicle, of a device or of the caller's scope that overlap a range.",
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
  'swap-device': operation({
    summary:
      'Removes the device from a vehicle, where there is one, and installs another one, both at `at` (now where left out). Earlier messages of either device count as before.',
    access: vehicles('edit'),
    limited: 'allowed',
    audit: ['vehicle', 'installation', 'device'],
    errors: [404, 409],
    unversioned: 'is refused where a later change is known',
    example: { vehicleId: 999_999, deviceId: 999_999 },
    input: Notes.extend({ vehicleId: Id, deviceId: Id, at: ChosenInstant.optional() }),
    output: z.object({ installation: Installation }),
  }),
  'preview-device-exchange': operation({
    summary: 'Returns what `exchange-devices` would move. Nothing is changed.',
    access: vehicles('edit'),
    limited: 'allowed',
    weight: 'heavy',
    errors: [404, 409],
    unversioned: 'rolls back what it tries',
    example: { vehicleId: 999_999, otherVehicleId: 1_000_000, at: '2026-01-01T00:00:00Z' },
    input: Exchange,
    output: DeviceExchange,
  }),
  'exchange-devices': operation({
    summary:
      'Exchanges the devices of two vehicles from `at` on, with all that they have reported since; what depends on it is recomputed. It names both devices, so that a repeated call does not undo itself; the call with both devices reversed does.',
    access: vehicles('edit'),
    limited: 'allowed',
    audit: ['vehicle', 'installation'],
    errors: [404, 409],
    seen: 'otherDeviceId',
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
  'save-installation': operation({
    summary: 'Changes the notes of an installation. Its vehicle, device and times stay.',
    access: vehicles('edit'),
    limited: 'allowed',
    subject: 'installation',
    audit: ['installation', 'device'],
    errors: [404, 409],
    example: { id: 999_999 },
    input: Notes.extend({ id: Id, version: Version.optional() }),
    output: z.object({ installation: Installation }),
  }),
};
