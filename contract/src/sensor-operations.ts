import { z } from 'zod';
import { ChosenInstant, Empty, Id, Instant, optionalText, text, Version } from './common.ts';
import { Fault, faultCode } from './fault.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import {
  COUNTS_FROM,
  MAX_CALIBRATION_POINTS,
  MAX_EXPRESSION_LENGTH,
  MAX_PROFILE_VEHICLES,
  MAX_SMOOTHING_S,
  MAX_TRIAL_VALUES,
  SENSOR_KINDS,
  SENSOR_SOURCES,
} from './sensor-kinds.ts';

const figure = z.number(faultCode('enter-number')).min(-1e9, faultCode('at-least')).max(1e9, faultCode('at-most'));
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null);

/** How a sensor reads a report: its source, and the meaning of the raw value. */
const reading = {
  kind: z.enum(SENSOR_KINDS),
  source: z.enum(SENSOR_SOURCES),
  /** The name of an attribute, such as `analog1V`. */
  attribute: optionalText(60),
  /** A CEL expression over attributes, such as `analog1V * 20 + 3`. */
  expression: optionalText(MAX_EXPRESSION_LENGTH),
  /** Raw values and their meanings: none, or at least two with rising raw values and monotonic meanings. */
  calibration: z
    .array(z.object({ raw: figure, value: figure }))
    .max(MAX_CALIBRATION_POINTS)
    .default([]),
  /** Values outside are sensor errors and discarded. */
  min: orNull(figure),
  max: orNull(figure),
  /** Inverts a switch sensor. */
  inverse: z.boolean().default(false),
  /** Litres; null: the capacity of the vehicle's tank. */
  capacityL: orNull(
    z.number(faultCode('enter-number')).min(1, faultCode('at-least')).max(100_000, faultCode('at-most')),
  ),
  /** For numeric sensors: the value is the median over this many seconds; null: each value is used unchanged. */
  smoothingS: orNull(
    z.int(faultCode('enter-number')).min(1, faultCode('at-least')).max(MAX_SMOOTHING_S, faultCode('at-most')),
  ),
};
type Reading = z.infer<z.ZodObject<typeof reading>>;

/** The normal range, in the unit of the sensor: the default of reports, charts, rules and the live map. */
const normal = {
  /** Null for a side without a limit. */
  normalMin: orNull(figure),
  normalMax: orNull(figure),
};

/** Reports each invalid part at its field. */
function checkReading(input: Reading, { addIssue }: { addIssue: z.core.$RefinementCtx['addIssue'] }): void {
  const refuse = (path: (string | number)[], message: ReturnType<typeof faultCode>) =>
    addIssue({ code: 'custom', path, message });
  if (input.source === 'attribute' && input.attribute === null) refuse(['attribute'], faultCode('sensor-attribute'));
  if (input.source === 'expression' && input.expression === null)
    refuse(['expression'], faultCode('sensor-expression'));
  if (input.min !== null && input.max !== null && input.min >= input.max)
    refuse(['max'], faultCode('highest-above-lowest'));
  if (input.calibration.length === 1) refuse(['calibration', 0, 'raw'], faultCode('calibration-least'));
  let direction = 0;
  for (const [index, { raw, value }] of input.calibration.entries()) {
    const before = input.calibration[index - 1];
    if (!before) continue;
    if (raw <= before.raw) return refuse(['calibration', index, 'raw'], faultCode('calibration-order'));
    const turn = Math.sign(value - before.value);
    if (turn !== 0 && direction !== 0 && turn !== direction) {
      return refuse(['calibration', index, 'value'], faultCode('calibration-turns'));
    }
    if (turn !== 0) direction = turn;
  }
}

const SensorValue = z.union([z.number(), z.boolean()]).nullable();

/** A sensor of a vehicle or of a profile, with its latest definition. */
export const Sensor = z.object({
  id: Id,
  name: z.string(),
  /** The unit of its values; empty if it has none. */
  unit: z.string(),
  kind: reading.kind,
  source: reading.source,
  attribute: z.string().nullable(),
  expression: z.string().nullable(),
  calibration: z.array(z.object({ raw: z.number(), value: z.number() })),
  min: z.number().nullable(),
  max: z.number().nullable(),
  inverse: z.boolean(),
  capacityL: z.number().nullable(),
  smoothingS: z.int().nullable(),
  normalMin: z.number().nullable(),
  normalMax: z.number().nullable(),
  /** When this definition took effect; null if it has always applied. */
  from: Instant.nullable(),
  /** The number of earlier definitions. */
  earlier: z.int(),
  version: Version,
});
export type Sensor = z.infer<typeof Sensor>;

/** A sensor with its value in the newest message. */
export const SensorNow = Sensor.extend({
  /** The profile that provides it; null for the vehicle's own sensor. */
  profile: z.object({ id: Id, name: z.string() }).nullable(),
  raw: SensorValue,
  value: SensorValue,
});
export type SensorNow = z.infer<typeof SensorNow>;

/** The part of it that is shown together with the vehicle. */
export const SensorShown = SensorNow.pick({
  id: true,
  name: true,
  kind: true,
  unit: true,
  normalMin: true,
  normalMax: true,
  value: true,
});
export type SensorShown = z.infer<typeof SensorShown>;

export const SensorProfile = z.object({
  id: Id,
  name: z.string(),
  organisationId: Id,
  organisationName: z.string(),
  sensors: z.array(Sensor),
  /** The vehicles that it applies to, in the caller's scope. */
  vehicles: z.int(),
  version: Version,
});
export type SensorProfile = z.infer<typeof SensorProfile>;

const vehicles = grant('vehicles');
const sensor = z.object({ sensor: Sensor });
const profile = z.object({ profile: SensorProfile });

export const sensorOperations = {
  'get-vehicle-sensors': operation({
    summary: 'Lists the sensors of a vehicle with their present values, and the last message of its device.',
    access: vehicles('view'),
    limited: 'allowed',
    errors: [404],
    example: { vehicleId: 999_999 },
    bounds: {
      'sensors[]': 'MAX_SENSORS of the contract, twice: of the vehicle and of its profile',
      'sensors[].calibration[]': 'MAX_CALIBRATION_POINTS of the contract',
      'attributes[]': 'MAX_ATTRIBUTES of the handler',
    },
    input: z.object({ vehicleId: Id }),
    output: z.object({
      sensors: z.array(SensorNow),
      profile: z.object({ id: Id, name: z.string() }).nullable(),
      /** The last contact of the device; null if there was none in this vehicle. */
      at: Instant.nullable(),
      /** The attributes of the newest message that had any. */
      attributes: z.array(z.object({ name: z.string(), value: z.union([z.number(), z.boolean()]) })),
    }),
  }),
  'save-sensor': operation({
    summary:
      'Creates or changes a sensor of a vehicle or of a profile. It applies from the chosen moment on; for one in the past, later facts are recomputed.',
    access: vehicles('edit'),
    limited: 'allowed',
    subject: 'sensor',
    audit: 'sensor',
    errors: [404, 409],
    oneRight: 'a sensor is a part of what a vehicle is',
    example: { vehicleId: 999_999, name: 'Tank', kind: 'fuelLevel', source: 'attribute', attribute: 'fuelL' },
    bounds: { 'sensor.calibration[]': 'MAX_CALIBRATION_POINTS of the contract' },
    input: z
      .object({
        id: Id.optional(),
        version: Version.optional(),
        /** For a new sensor: one of the two is required. */
        vehicleId: Id.optional(),
        profileId: Id.optional(),
        name: text(60),
        unit: optionalText(10),
        ...reading,
        ...normal,
        countsFrom: z.enum(COUNTS_FROM).default('now'),
        moment: orNull(ChosenInstant),
      })
      .superRefine((input, context) => {
        checkReading(input, context);
        if (input.normalMin !== null && input.normalMax !== null && input.normalMin >= input.normalMax) {
          context.addIssue({ code: 'custom', path: ['normalMax'], message: faultCode('highest-above-lowest') });
        }
        if (input.countsFrom === 'moment' && input.moment === null) {
          context.addIssue({ code: 'custom', path: ['moment'], message: faultCode('choose-moment') });
        }
      }),
    output: sensor,
  }),
  'delete-sensor': operation({
    summary: 'Deletes a sensor; `restore-sensor` undoes it.',
    access: vehicles('edit'),
    limited: 'allowed',
    subject: 'sensor',
    audit: 'sensor',
    errors: [404, 409],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
  'restore-sensor': operation({
    summary: 'Restores a deleted sensor.',
    access: vehicles('edit'),
    limited: 'allowed',
    subject: 'sensor',
    audit: 'sensor',
    errors: [404, 409],
    unversioned: 'restores the record as it was deleted',
    bounds: { 'sensor.calibration[]': 'MAX_CALIBRATION_POINTS of the contract' },
    ...ID_INPUT,
    output: sensor,
  }),
  'get-sensor-trial': operation({
    summary: 'Reads the newest messages of a vehicle by a sensor definition that is not saved.',
    access: vehicles('view'),
    limited: 'allowed',
    weight: 'heavy',
    errors: [404],
    example: { vehicleId: 999_999, kind: 'fuelLevel', source: 'attribute', attribute: 'fuelL' },
    bounds: { 'values[]': 'MAX_TRIED' },
    input: z.object({ vehicleId: Id, ...reading }).superRefine(checkReading),
    output: z.object({
      at: Instant.nullable(),
      raw: SensorValue,
      /** The value of `raw` before smoothing. */
      value: SensorValue,
      /** For a smoothed sensor: the resulting value. */
      smoothed: z.number().nullable(),
      /** Why the expression is invalid. */
      fault: Fault.nullable(),
      /** For numeric sensors: the values up to it, each unsmoothed and smoothed, oldest first. */
      values: z.array(z.object({ at: Instant, value: z.number(), smoothed: z.number() })).max(MAX_TRIAL_VALUES),
    }),
  }),
  'get-sensor-profile-list': operation({
    summary: 'Lists sensor profiles.',
    access: vehicles('view'),
    limited: 'allowed',
    bounds: {
      'rows[]': 10000,
      'rows[].sensors[]': 'MAX_SENSORS of the contract, twice: of the vehicle and of its profile',
      'rows[].sensors[].calibration[]': 'MAX_CALIBRATION_POINTS of the contract',
    },
    input: Empty,
    output: z.object({ rows: z.array(SensorProfile), total: z.int() }),
  }),
  'save-sensor-profile': operation({
    summary: 'Creates or changes a sensor profile.',
    access: vehicles('edit'),
    limited: 'denied',
    subject: 'sensorProfile',
    audit: ['sensor-profile', 'sensor'],
    errors: [404, 409],
    oneRight: 'a sensor profile is a part of what vehicles are',
    example: { name: 'Trucks' },
    bounds: {
      'profile.sensors[]': 'MAX_SENSORS of the contract, twice: of the vehicle and of its profile',
      'profile.sensors[].calibration[]': 'MAX_CALIBRATION_POINTS of the contract',
    },
    input: z.object({
      id: Id.optional(),
      version: Version.optional(),
      /** Only for a new profile. */
      organisationId: Id.optional(),
      /**
       * Only for a new profile: it belongs to the organisation of this vehicle, and starts with copies of the vehicle's
       * own sensors.
       */
      vehicleId: Id.optional(),
      name: text(60),
    }),
    output: profile,
  }),
  'delete-sensor-profile': operation({
    summary:
      'Deletes a sensor profile and its sensors from the vehicles that use it; `restore-sensor-profile` undoes it.',
    access: vehicles('edit'),
    limited: 'denied',
    subject: 'sensorProfile',
    audit: 'sensor-profile',
    errors: [404, 409],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
  'restore-sensor-profile': operation({
    summary: 'Restores a deleted sensor profile.',
    access: vehicles('edit'),
    limited: 'denied',
    subject: 'sensorProfile',
    audit: 'sensor-profile',
    errors: [404, 409],
    unversioned: 'restores the record as it was deleted',
    bounds: {
      'profile.sensors[]': 'MAX_SENSORS of the contract, twice: of the vehicle and of its profile',
      'profile.sensors[].calibration[]': 'MAX_CALIBRATION_POINTS of the contract',
    },
    ...ID_INPUT,
    output: profile,
  }),
  'apply-sensor-profile': operation({
    summary: 'Gives vehicles the sensors of a profile in place of those of another one; null: of none.',
    access: vehicles('edit'),
    limited: 'denied',
    audit: 'vehicle',
    errors: [404],
    unversioned: 'sets one field to the value that the person chose',
    example: { profileId: 999_999, vehicleIds: [999_999] },
    input: z.object({
      profileId: orNull(Id),
      vehicleIds: z.array(Id).min(1, faultCode('choose-vehicle')).max(MAX_PROFILE_VEHICLES),
      /** Whether to recompute the facts of these vehicles. */
      past: z.boolean().default(false),
    }),
    output: z.object({ changed: z.int() }),
  }),
};
