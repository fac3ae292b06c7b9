import { z } from 'zod';
import { faultCode } from './fault.ts';
import { Id, Instant, Version } from './common.ts';
import { DeviceFault, WireFinding } from './device-fault.ts';
import { IGNITION_SOURCES, SPEED_FACTOR } from './engine-constants.ts';
import { EngineSource } from './fact-routes.ts';
import { route } from './route.ts';

export const IgnitionSource = z.enum(IGNITION_SOURCES);
export type IgnitionSource = z.infer<typeof IgnitionSource>;

/** How it is known whether the engine of a vehicle runs, by its present device. */
export const VehicleEngine = z.object({
  vehicleId: Id,
  deviceId: Id,
  deviceIdentity: z.string(),
  ignitionSource: IgnitionSource,
  speedFactor: z.number(),
  /** Facts of this device are being made again, as after a change of these. */
  remaking: z.boolean(),
  /** What is known now; null before the device was heard. */
  known: z
    .object({
      /** The source in use. */
      source: EngineSource,
      /** Whether the engine runs, and since when; null where nothing tells. */
      on: z.boolean().nullable(),
      since: Instant.nullable(),
      /** Null where none was ever heard of. */
      wire: z
        .object({
          on: z.boolean(),
          since: Instant,
          believed: z.boolean(),
          /** Why not, the seconds that said so, and since when. */
          doubt: z.object({ reason: WireFinding, seconds: z.number(), since: Instant }).nullable(),
        })
        .nullable(),
      /** The levels that were learned, volts; null where no voltage was heard of. A level is null before it is known. */
      voltage: z
        .object({
          driveV: z.number().nullable(),
          restV: z.number().nullable(),
          /** Above it the engine runs. */
          borderV: z.number(),
          /** What the voltage says; null where it cannot tell. */
          running: z.boolean().nullable(),
          driveReadings: z.number().int(),
          restReadings: z.number().int(),
        })
        .nullable(),
      /** Whether the device tells revolutions that are believed. */
      revolutions: z.boolean(),
    })
    .nullable(),
  /** What the device shows wrong; a `speedUnit` among them proposes another `speedFactor`. */
  faults: z.array(DeviceFault),
  /** Of the device in this vehicle, with what its technician noted. */
  version: Version,
});
export type VehicleEngine = z.infer<typeof VehicleEngine>;

const vehicles = (action: 'view' | 'edit') => ({ menu: 'vehicles', action }) as const;

export const engineRoutes = {
  /** Null where there is no device in the vehicle. */
  'get-vehicle-engine': route({
    access: vehicles('view'),
    limited: 'allowed',
    example: { vehicleId: 999_999 },
    input: z.object({ vehicleId: Id }),
    output: z.object({ engine: VehicleEngine.nullable() }),
  }),
  /** Of the device that is in the vehicle now; its facts are made again from the beginning. */
  'save-vehicle-engine': route({
    access: vehicles('edit'),
    limited: 'allowed',
    example: { vehicleId: 999_999, ignitionSource: 'wire', speedFactor: 1 },
    input: z.object({
      vehicleId: Id,
      ignitionSource: IgnitionSource,
      speedFactor: z
        .number(faultCode('enter-number'))
        .min(SPEED_FACTOR.min, faultCode('at-least'))
        .max(SPEED_FACTOR.max, faultCode('at-most')),
      version: Version.optional(),
    }),
    output: z.object({ engine: VehicleEngine }),
  }),
};
