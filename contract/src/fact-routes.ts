import { z } from 'zod';
import { Id, Instant, Place } from './common.ts';

/** Why metres between two fixes count nothing, or count as a straight line (docs/tracking.md). */
export const LegReason = z.enum(['parkedNoise', 'wildFix', 'jump', 'shortTrip', 'ignitionOff', 'dataGap']);
export type LegReason = z.infer<typeof LegReason>;

/** Why a trip began or ended, and a stop the other way round. */
export const Boundary = z.enum(['ignition', 'movement', 'dataGap', 'firstReport', 'deviceChange']);
export type Boundary = z.infer<typeof Boundary>;

const LegSums = z.partialRecord(LegReason, z.object({ legs: z.number().int(), distanceM: z.number() }));

/** A span of one vehicle; `end` is null while it goes on. Times are those of fixes. */
const Span = z.object({ id: Id, vehicleId: Id, start: Instant, end: Instant.nullable(), durationS: z.number() });

export const Trip = Span.extend({
  startPlace: Place,
  endPlace: Place,
  /** In words; null where no place is near. */
  startAddress: z.string().nullable(),
  endAddress: z.string().nullable(),
  startReason: Boundary,
  endReason: Boundary.nullable(),
  distanceM: z.number(),
  idleS: z.number(),
  averageKph: z.number(),
  maxKph: z.number(),
  overspeeds: z.number().int(),
  /** Straight lines over holes in the data, and their metres, which are in `distanceM`. */
  holes: z.number().int(),
  bridgedM: z.number(),
  odometerM: z.number().nullable(),
  legs: LegSums,
  notes: z.array(z.object({ reason: LegReason, from: Instant, to: Instant, distanceM: z.number() })),
});
export type Trip = z.infer<typeof Trip>;

export const Stop = Span.extend({
  place: Place,
  address: z.string().nullable(),
  startReason: Boundary,
  idleS: z.number(),
});
export type Stop = z.infer<typeof Stop>;

export const Idle = Span.extend({ place: Place });
export type Idle = z.infer<typeof Idle>;

export const Overspeed = Span.extend({
  place: Place,
  limitKph: z.number(),
  maxKph: z.number(),
  distanceM: z.number(),
  fenceId: Id.nullable(),
});
export type Overspeed = z.infer<typeof Overspeed>;

export const Visit = Span.extend({
  fenceId: Id,
  fenceName: z.string(),
  fenceColour: z.string(),
  distanceM: z.number(),
  entryKph: z.number(),
  exitKph: z.number().nullable(),
});
export type Visit = z.infer<typeof Visit>;

export const Severity = z.enum(['critical', 'major', 'minor', 'warning']);
export type Severity = z.infer<typeof Severity>;

/** An alarm as the day of a vehicle shows it; its handling is in alarm-routes.ts. */
export const AlarmFact = z.object({
  id: Id,
  vehicleId: Id,
  ruleId: Id,
  ruleName: z.string(),
  severity: Severity,
  start: Instant,
  lastAt: Instant,
  clearedAt: Instant.nullable(),
  acknowledgedAt: Instant.nullable(),
  count: z.number().int(),
  place: Place.nullable(),
  value: z.number().nullable(),
  about: z.string().nullable(),
});
export type AlarmFact = z.infer<typeof AlarmFact>;

/** Sums of a vehicle over a day of the caller's organisation. */
export const DaySums = z.object({
  /** As `2026-03-29`. */
  day: z.iso.date(),
  distanceM: z.number(),
  tripS: z.number(),
  /** Of `tripS`: standing with ignition on. Driving time is `tripS - tripIdleS`. */
  tripIdleS: z.number(),
  idleS: z.number(),
  engineS: z.number(),
  trips: z.number().int(),
  overspeeds: z.number().int(),
  alarms: z.number().int(),
  maxKph: z.number(),
});
export type DaySums = z.infer<typeof DaySums>;

/** All facts of some vehicles that touch a range, each kind in order of time. */
export const VehicleFacts = z.object({
  trips: z.array(Trip),
  stops: z.array(Stop),
  idles: z.array(Idle),
  overspeeds: z.array(Overspeed),
  visits: z.array(Visit),
  alarms: z.array(AlarmFact),
});
export type VehicleFacts = z.infer<typeof VehicleFacts>;
