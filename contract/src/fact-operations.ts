import { z } from 'zod';
import { SEVERITIES } from './alarm-constants.ts';
import { eachWrittenSum, WRITTEN_SUMS } from './day-sums.ts';
import { Id, Instant, Coordinates } from './common.ts';
import { TripDriver } from './who-drove.ts';

/** Why the distance between two fixes is not counted, or is counted as a straight line (docs/tracking.md). */
export const LegReason = z.enum(['parkedNoise', 'wildFix', 'jump', 'shortTrip', 'ignitionOff', 'dataGap']);
export type LegReason = z.infer<typeof LegReason>;

/**
 * The source of the engine's state. `movement` cannot detect standing with the engine on: if it is the only source,
 * idling is unknown.
 */
export const EngineSource = z.enum(['wire', 'voltage', 'engineRpm', 'movement']);
export type EngineSource = z.infer<typeof EngineSource>;

/** Why a trip began or ended; for a stop, the other way round. */
export const Boundary = z.enum(['ignition', 'movement', 'dataGap', 'firstReport', 'deviceChange']);
export type Boundary = z.infer<typeof Boundary>;

const LegSums = z.partialRecord(LegReason, z.object({ legs: z.number().int(), distanceM: z.number() }));

/** A time span of one vehicle; `end` is null while it lasts. Times are fix times. */
const Span = z.object({ id: Id, vehicleId: Id, start: Instant, end: Instant.nullable(), durationS: z.number() });

const PrivateEnds = {
  /** Present if the vehicle was in private time at that end: the place there is the last public one before it. */
  startPrivate: z.literal(true).optional(),
  endPrivate: z.literal(true).optional(),
};
const PrivatePlace = {
  /** Present if it began in private time: the place is the last public one before it. */
  isPrivate: z.literal(true).optional(),
};

export const Trip = Span.extend({
  ...PrivateEnds,
  startPlace: Coordinates,
  endPlace: Coordinates,
  /** An address, or the word for a private place; null if no known place is near. */
  startAddress: z.string().nullable(),
  endAddress: z.string().nullable(),
  startReason: Boundary,
  endReason: Boundary.nullable(),
  distanceM: z.number(),
  /** Standing with the engine on; 0 if `engineSource` is `movement`, which cannot detect it. */
  idleS: z.number(),
  engineSource: EngineSource,
  /** The part of the duration without a fix: neither driving nor standing. */
  unseenS: z.number(),
  /** Over the known driving time, without idling; null if none is known. */
  averageKph: z.number().nullable(),
  maxKph: z.number(),
  overspeeds: z.number().int(),
  /** The number of data gaps bridged by straight lines, and their metres, which `distanceM` includes. */
  holes: z.number().int(),
  bridgedM: z.number(),
  odometerM: z.number().nullable(),
  legs: LegSums,
  notes: z.array(z.object({ reason: LegReason, from: Instant, to: Instant, distanceM: z.number() })),
  /** The drivers of the trip, in order of time. */
  drivers: z.array(TripDriver),
});
export type Trip = z.infer<typeof Trip>;

export const Stop = Span.extend({
  ...PrivatePlace,
  place: Coordinates,
  address: z.string().nullable(),
  startReason: Boundary,
  /** With the engine on; 0 if `engineSource` is `movement`, which cannot detect it. */
  idleS: z.number(),
  engineSource: EngineSource,
  /** The part of the duration without any contact for so long that it is unknown whether the vehicle stood. */
  unseenS: z.number(),
});
export type Stop = z.infer<typeof Stop>;

export const Idle = Span.extend({ ...PrivatePlace, place: Coordinates, engineSource: EngineSource });
export type Idle = z.infer<typeof Idle>;

/** A movement with the engine certainly off: towed, on a ferry or on a trailer. Not a trip, and counted separately. */
export const Tow = Span.extend({
  ...PrivateEnds,
  startPlace: Coordinates,
  endPlace: Coordinates,
  startAddress: z.string().nullable(),
  endAddress: z.string().nullable(),
  distanceM: z.number(),
  maxKph: z.number(),
  /** The part of the duration without a fix. */
  unseenS: z.number(),
  /** The source that showed the engine off. */
  engineSource: EngineSource,
});
export type Tow = z.infer<typeof Tow>;

export const Overspeed = Span.extend({
  ...PrivatePlace,
  place: Coordinates,
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
  /** Detected between fixes: the times are those at which the straight line between two fixes enters and leaves. */
  betweenFixes: z.boolean(),
});
export type Visit = z.infer<typeof Visit>;

export const Severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof Severity>;

/** An alarm as shown in the day of a vehicle; its handling is in alarm-operations.ts. */
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
  place: Coordinates.nullable(),
  value: z.number().nullable(),
  about: z.string().nullable(),
});
export type AlarmFact = z.infer<typeof AlarmFact>;

/** Seconds by the source of the engine's state. */
export const SecondsByEngineSource = z.partialRecord(EngineSource, z.number());
export type SecondsByEngineSource = z.infer<typeof SecondsByEngineSource>;

/** The sums of a vehicle over a day of the caller's organisation. */
export const DaySums = z.object({
  /** Written as `2026-03-29`. */
  day: z.iso.date(),
  /** `engineS` by its source. `movement` stands for driving time, which is less than the engine ran. */
  engineBy: SecondsByEngineSource,
  /** Trips that began before the day and continued on it, in addition to those that began on it. */
  tripsBefore: z.number().int(),
  ...eachWrittenSum((name) => (WRITTEN_SUMS[name] === 'count' ? z.number().int() : z.number())),
});
export type DaySums = z.infer<typeof DaySums>;

/** All facts of some vehicles that overlap a range, each kind in order of time. */
export const VehicleFacts = z.object({
  trips: z.array(Trip),
  stops: z.array(Stop),
  idles: z.array(Idle),
  tows: z.array(Tow),
  overspeeds: z.array(Overspeed),
  visits: z.array(Visit),
  alarms: z.array(AlarmFact),
});
export type VehicleFacts = z.infer<typeof VehicleFacts>;
