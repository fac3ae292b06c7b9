import { z } from 'zod';
import { ChosenInstant, Id, Instant, optionalText } from './common.ts';
import { faultCode } from './fault.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import { METERS, READING_SOURCES } from './vehicle-kinds.ts';

const Meter = z.enum(METERS);

/** Two million kilometres, and 200 years: a higher value is a typing mistake. */
const MAX_VALUE = 6_500_000_000;

/** The value of an odometer (metres) or an hour meter (seconds) at a time. */
export const MeterReading = z.object({
  id: Id,
  meter: Meter,
  at: Instant,
  value: z.number(),
  note: z.string().nullable(),
  /**
   * The reading of a service exists as long as the service; its time is the end of its day, unless other readings of
   * that day require another.
   */
  source: z.enum(READING_SOURCES),
  /** The person who entered it; null if the account was deleted. */
  by: z.string().nullable(),
});
export type MeterReading = z.infer<typeof MeterReading>;

/** The present value of a meter. */
export const MeterNow = z.object({
  meter: Meter,
  /** Metres or seconds: the newest reading plus what was tracked since; null without a reading. */
  value: z.number().nullable(),
  base: MeterReading.nullable(),
  /** Tracked since the newest reading; null without one. */
  tracked: z.number().nullable(),
  /** The device's own meter and its time; null if it reports none. It is never mixed with the other values. */
  device: z.object({ value: z.number(), at: Instant }).nullable(),
});
export type MeterNow = z.infer<typeof MeterNow>;

const vehicles = grant('vehicles');
const Meters = z.object({
  meters: z.array(MeterNow),
  /** The newest hundred, newest first. */
  readings: z.array(MeterReading),
});

export const meterOperations = {
  'get-vehicle-meters': operation({
    summary: 'Returns the odometer and the engine hours of a vehicle with their readings.',
    access: vehicles('view'),
    limited: 'allowed',
    errors: [404],
    example: { vehicleId: 999_999 },
    bounds: { 'meters[]': 'kinds that the code knows', 'readings[]': 'the newest hundred' },
    input: z.object({ vehicleId: Id }),
    output: Meters,
  }),
  'add-meter-reading': operation({
    summary: 'Adds a meter reading. It is refused where it is below an earlier reading or above a later one.',
    access: vehicles('edit'),
    limited: 'allowed',
    audit: 'meter',
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: { vehicleId: 999_999, meter: 'odometer', value: 1000 },
    bounds: { 'meters[]': 'kinds that the code knows', 'readings[]': 'the newest hundred' },
    input: z.object({
      vehicleId: Id,
      meter: Meter,
      value: z.number(faultCode('enter-number')).min(0, faultCode('at-least')).max(MAX_VALUE, faultCode('at-most')),
      /** Left out: now. Cannot be in the future. */
      at: ChosenInstant.nullish().transform((at) => at ?? null),
      note: optionalText(200),
    }),
    output: Meters,
  }),
  'delete-meter-reading': operation({
    summary: 'Deletes a meter reading, except one of a service; `restore-meter-reading` undoes it.',
    access: vehicles('edit'),
    limited: 'allowed',
    subject: 'reading',
    audit: 'meter',
    errors: [404, 409],
    unversioned: 'deletes the whole record, whoever changed it last',
    bounds: { 'meters[]': 'kinds that the code knows', 'readings[]': 'the newest hundred' },
    ...ID_INPUT,
    output: Meters,
  }),
  'restore-meter-reading': operation({
    summary: 'Restores a deleted meter reading.',
    access: vehicles('edit'),
    limited: 'allowed',
    subject: 'reading',
    audit: 'meter',
    errors: [404, 409],
    unversioned: 'restores the record as it was deleted',
    bounds: { 'meters[]': 'kinds that the code knows', 'readings[]': 'the newest hundred' },
    ...ID_INPUT,
    output: Meters,
  }),
};
