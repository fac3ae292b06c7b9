import { z } from 'zod';
import { faultOfIssue, issueCode, faultCode } from './fault.ts';
import { Id, text } from './common.ts';
import { WeeklyHours } from './weekly-hours.ts';

const DAY_S = 86_400;
const AT_MOST_DAYS = 31;

const seconds = (least: number) =>
  z
    .number(faultCode('enter-number'))
    .int(faultCode('enter-number'))
    .min(least, faultCode('at-least'))
    .max(AT_MOST_DAYS * DAY_S, faultCode('at-most'));

const between = (least: number, most: number) =>
  z.number(faultCode('enter-number')).min(least, faultCode('at-least')).max(most, faultCode('at-most'));

/** A value of a sensor, in the sensor's unit. */
const figure = between(-1e9, 1e9);

const ChosenFences = z.array(Id).min(1, faultCode('choose-fence')).max(500, faultCode('choose-at-most'));
/** Null: any geofence of the organisation. */
const AnyFences = ChosenFences.nullable();
/**
 * An event has no end of its own: its alarm is cleared after this time without another event, or (null) only by a
 * person.
 */
const clearAfterS = seconds(60).nullable();
/** Alarm codes, as devices report them. */
const Codes = z.array(text(40)).max(40);

/**
 * The condition under which a rule raises an alarm: `AlarmCondition` of `tracking`, as the browser sends it. SI
 * units, km/h, °C.
 */
export const AlarmCondition = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('overspeed'), limitKph: between(1, 300).nullable() }),
    /** Exceeds the limit of the current road by more than `overKph`. */
    z.object({ kind: z.literal('roadSpeed'), overKph: between(0, 100) }),
    z.object({ kind: z.literal('overStay'), afterS: seconds(60) }),
    z.object({ kind: z.literal('idling'), afterS: seconds(60) }),
    z.object({ kind: z.literal('geofenceEnter'), fenceIds: AnyFences }),
    z.object({ kind: z.literal('geofenceExit'), fenceIds: AnyFences }),
    z.object({ kind: z.literal('geofenceDwell'), fenceIds: AnyFences, afterS: seconds(60) }),
    z.object({ kind: z.literal('noData'), afterS: seconds(60) }),
    z.object({
      kind: z.literal('device'),
      codes: Codes.min(1, faultCode('choose-reports')),
      clearCodes: Codes,
      clearAfterS,
    }),
    z.object({ kind: z.literal('unauthorisedMovement'), workingHours: WeeklyHours }),
    /** The vehicle moves with its engine off: towed, on a trailer or on a ferry. */
    z.object({ kind: z.literal('tow') }),
    z
      .object({
        kind: z.literal('temperature'),
        /** The name of an attribute, such as `temperature1C`. */
        attribute: z
          .string()
          .regex(/^[a-zA-Z][a-zA-Z0-9]{0,39}$/, faultCode('wrong-form'))
          .max(40),
        minC: between(-100, 200).nullable(),
        maxC: between(-100, 200).nullable(),
        /** How long the value must be out of range before the alarm is raised; left out: 0. */
        afterS: seconds(0).optional(),
        /** How far the value must return into the range before the alarm is cleared; left out: 0. */
        hysteresisC: between(0, 50).optional(),
      })
      .refine(({ minC, maxC }) => minC !== null || maxC !== null, { path: ['maxC'], error: faultCode('enter-limit') })
      .refine(({ minC, maxC }) => minC === null || maxC === null || minC < maxC, {
        path: ['maxC'],
        error: faultCode('highest-above-lowest'),
      }),
    z.object({ kind: z.literal('lowBattery'), belowPercent: between(1, 100) }),
    z.object({ kind: z.literal('fuelDrop'), dropL: between(1, 2000), withinS: seconds(60), clearAfterS }),
    z.object({
      kind: z.literal('routeDeviation'),
      fenceIds: ChosenFences,
      afterS: seconds(0),
    }),
    z.object({ kind: z.literal('driverWithoutTag'), afterS: seconds(0) }),
    z
      .object({
        kind: z.literal('sensor'),
        /** Selects sensors by name, ignoring case, and by the unit of their values. */
        name: text(60, 'choose-offered'),
        unit: z.string().max(10),
        /** For numeric sensors: raised below `min` or above `max`. */
        min: figure.nullable(),
        max: figure.nullable(),
        /** For switch sensors: raised while the sensor has this state. Null for numeric sensors. */
        on: z.boolean().nullable(),
        afterS: seconds(0),
        /**
         * For numeric sensors: how far the value must return into the range before the alarm is cleared; left out: 0.
         */
        hysteresis: between(0, 1e9).optional(),
        /** Only while the vehicle is driving. */
        driving: z.literal(true).optional(),
        /** Only outside all of these geofences; null or left out: anywhere. */
        fenceIds: AnyFences.optional(),
      })
      .refine(({ min, max, on }) => min !== null || max !== null || on !== null, {
        path: ['max'],
        error: faultCode('enter-limit'),
      })
      .refine(({ min, max }) => min === null || max === null || min < max, {
        path: ['max'],
        error: faultCode('highest-above-lowest'),
      }),
    /**
     * Raised when the vehicle is in none of these geofences at a time of day in the organisation's time zone, and does
     * not reach one within the tolerance.
     */
    z.object({
      kind: z.literal('notInArea'),
      fenceIds: ChosenFences,
      /** Minutes since midnight. */
      atMin: z
        .number(faultCode('enter-number'))
        .int(faultCode('enter-number'))
        .min(0, faultCode('at-least'))
        .max(1439, faultCode('at-most')),
      /** 0 is Monday. */
      weekdays: z.array(z.int().min(0).max(6)).min(1, faultCode('choose-weekday')).max(7),
      toleranceS: seconds(0).max(12 * 3600, faultCode('at-most')),
    }),
    z.object({ kind: z.literal('tripStart') }),
    z.object({ kind: z.literal('tripEnd') }),
    z.object({ kind: z.literal('ignitionOn') }),
    z.object({ kind: z.literal('ignitionOff') }),
  ],
  faultCode('choose-rule-about'),
);
export type AlarmCondition = z.infer<typeof AlarmCondition>;
export type AlarmKind = AlarmCondition['kind'];

/**
 * A condition chosen by a person. An unknown kind is reported for the whole value, other faults for the field that is
 * wrong.
 */
export const AlarmConditionInput = z.custom<AlarmCondition>().transform((value: unknown, context): AlarmCondition => {
  const parsed = AlarmCondition.safeParse(value, { error: issueCode });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const { path } = issue;
    const { code, params } = faultOfIssue(issue);
    const isNone = path[0] === 'kind' || path.length === 0;
    context.addIssue(
      isNone
        ? { code: 'custom', message: faultCode('choose-rule-about') }
        : { code: 'custom', path, message: code, ...(params && { params }) },
    );
  }
  return z.NEVER;
});
