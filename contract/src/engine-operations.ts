import { z } from 'zod';
import { faultCode } from './fault.ts';
import { Id, Instant, Version } from './common.ts';
import { DeviceFault, WireFinding } from './device-fault.ts';
import { IGNITION_SOURCES, SPEED_FACTOR } from './engine-constants.ts';
import { EngineSource } from './fact-operations.ts';
import { operation } from './operation.ts';

export const IgnitionSource = z.enum(IGNITION_SOURCES);
export type IgnitionSource = z.infer<typeof IgnitionSource>;

/** How the engine state of a vehicle is determined, for its present device. */
export const VehicleEngine = z.object({
  vehicleId: Id,
  deviceId: Id,
  deviceIdentity: z.string(),
  ignitionSource: IgnitionSource,
  speedFactor: z.number(),
  /** The facts of this device are being recomputed, as after a change of these settings. */
  remaking: z.boolean(),
  /** The present state; null before the device's first report. */
  known: z
    .object({
      /** The source in use. */
      source: EngineSource,
      /** Whether the engine runs, and since when; null if no source reports it. */
      on: z.boolean().nullable(),
      since: Instant.nullable(),
      /** Null if the device never reported a wire. */
      wire: z
        .object({
          on: z.boolean(),
          since: Instant,
          believed: z.boolean(),
          /** Why it is not trusted, the seconds of evidence, and since when. */
          doubt: z.object({ reason: WireFinding, seconds: z.number(), since: Instant }).nullable(),
        })
        .nullable(),
      /**
       * The learned voltage levels; null if the device never reported a voltage. A level is null until it is known.
       */
      voltage: z
        .object({
          driveV: z.number().nullable(),
          restV: z.number().nullable(),
          /** The engine runs above this voltage. */
          borderV: z.number(),
          /** The engine state by voltage; null if it is ambiguous. */
          running: z.boolean().nullable(),
          driveReadings: z.number().int(),
          restReadings: z.number().int(),
        })
        .nullable(),
      /** True if the device reports a trusted engine speed. */
      revolutions: z.boolean(),
    })
    .nullable(),
  /** The faults of the device; a `speedUnit` among them proposes another `speedFactor`. */
  faults: z.array(DeviceFault),
  /** The version of the device in this vehicle, including its technician's notes. */
  version: Version,
});
export type VehicleEngine = z.infer<typeof VehicleEngine>;

const vehicles = (action: 'view' | 'edit') => ({ menu: 'vehicles', action }) as const;

export const engineOperations = {
  'get-vehicle-engine': operation({
    summary: 'Returns how engine state and speed are read of the device in a vehicle; null where there is no device.',
    access: vehicles('view'),
    limited: 'allowed',
    errors: [404],
    example: { vehicleId: 999_999 },
    input: z.object({ vehicleId: Id }),
    output: z.object({ engine: VehicleEngine.nullable() }),
  }),
  'save-vehicle-engine': operation({
    summary:
      'Changes how engine state and speed are read of the device in a vehicle. Its facts are recomputed from the beginning.',
    access: vehicles('edit'),
    limited: 'allowed',
    audit: 'vehicle',
    errors: [404, 409],
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
