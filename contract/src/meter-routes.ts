import { z } from 'zod';
import { ChosenInstant, Id, Instant, optionalText } from './common.ts';
import { faultCode } from './fault.ts';
import { grant, route } from './route.ts';
import { METERS, READING_SOURCES } from './vehicle-kinds.ts';

const Meter = z.enum(METERS);

/** Two million kilometres, and 200 years: more is a mistake in typing. */
const MOST_VALUE = 6_500_000_000;

/** What an odometer (metres) or an hour meter (seconds) showed at a moment. */
export const MeterReading = z.object({
  id: Id,
  meter: Meter,
  at: Instant,
  value: z.number(),
  note: z.string().nullable(),
  /** One of a service comes and goes with it; its moment is the end of its day, unless others of the day say more. */
  source: z.enum(READING_SOURCES),
  /** Who entered it; null where that person is gone. */
  by: z.string().nullable(),
});
export type MeterReading = z.infer<typeof MeterReading>;

/** What a meter shows now, as it is counted. */
export const MeterNow = z.object({
  meter: Meter,
  /** Metres or seconds: that of the newest reading and what was tracked since; null without a reading. */
  value: z.number().nullable(),
  base: MeterReading.nullable(),
  /** Since the newest reading; null without one. */
  tracked: z.number().nullable(),
  /** What the device told itself, and when; null where it does not. It is never mixed with the others. */
  device: z.object({ value: z.number(), at: Instant }).nullable(),
});
export type MeterNow = z.infer<typeof MeterNow>;

const vehicles = grant('vehicles');
const Meters = z.object({
  meters: z.array(MeterNow),
  /** The newest hundred, newest first. */
  readings: z.array(MeterReading),
});

export const meterRoutes = {
  'get-vehicle-meters': route({
    access: vehicles('view'),
    limited: 'allowed',
    example: { vehicleId: 999_999 },
    bounds: { 'meters[]': 'kinds that the code knows', 'readings[]': 'the newest hundred' },
    input: z.object({ vehicleId: Id }),
    output: Meters,
  }),
  /** A reading that is less than an earlier one, or more than a later one, is refused. */
  'add-meter-reading': route({
    access: vehicles('edit'),
    limited: 'allowed',
    example: { vehicleId: 999_999, meter: 'odometer', value: 1000 },
    bounds: { 'meters[]': 'kinds that the code knows', 'readings[]': 'the newest hundred' },
    input: z.object({
      vehicleId: Id,
      meter: Meter,
      value: z.number(faultCode('enter-number')).min(0, faultCode('at-least')).max(MOST_VALUE, faultCode('at-most')),
      /** Now where left out; not in the future. */
      at: ChosenInstant.nullish().transform((at) => at ?? null),
      note: optionalText(200),
    }),
    output: Meters,
  }),
  /** Takes a reading away, but for one of a service; `restore-meter-reading` undoes it. */
  'delete-meter-reading': route({
    access: vehicles('edit'),
    limited: 'allowed',
    subject: 'reading',
    example: { id: 999_999 },
    bounds: { 'meters[]': 'kinds that the code knows', 'readings[]': 'the newest hundred' },
    input: z.object({ id: Id }),
    output: Meters,
  }),
  'restore-meter-reading': route({
    access: vehicles('edit'),
    limited: 'allowed',
    subject: 'reading',
    example: { id: 999_999 },
    bounds: { 'meters[]': 'kinds that the code knows', 'readings[]': 'the newest hundred' },
    input: z.object({ id: Id }),
    output: Meters,
  }),
};
