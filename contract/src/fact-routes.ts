import { z } from 'zod';
import { SEVERITIES } from './alarm-constants.ts';
import { eachWrittenSum, WRITTEN_SUMS } from './day-sums.ts';
import { Id, Instant, Place } from './common.ts';
import { TripDriver } from './who-drove.ts';

/** Why metres between two fixes count nothing, or count as a straight line (docs/tracking.md). */
export const LegReason = z.enum(['parkedNoise', 'wildFix', 'jump', 'shortTrip', 'ignitionOff', 'dataGap']);
export type LegReason = z.infer<typeof LegReason>;

/**
 * From what it is known whether the engine runs. `movement` knows no standing with the engine on: where it is the only
 * source, idling cannot be told.
 */
export const EngineSource = z.enum(['wire', 'voltage', 'engineRpm', 'movement']);
export type EngineSource = z.infer<typeof EngineSource>;

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
  /** Standing with the engine on; 0 where `engineSource` is `movement`, which cannot tell. */
  idleS: z.number(),
  engineSource: EngineSource,
  /** Part of the duration in which no fix was received: neither driving nor standing. */
  unseenS: z.number(),
  /** Of what was seen of its driving, without idling; null where nothing was. */
  averageKph: z.number().nullable(),
  maxKph: z.number(),
  overspeeds: z.number().int(),
  /** Straight lines over holes in the data, and their metres, which are in `distanceM`. */
  holes: z.number().int(),
  bridgedM: z.number(),
  odometerM: z.number().nullable(),
  legs: LegSums,
  notes: z.array(z.object({ reason: LegReason, from: Instant, to: Instant, distanceM: z.number() })),
  /** Who drove it, in order of time. */
  drivers: z.array(TripDriver),
});
export type Trip = z.infer<typeof Trip>;

export const Stop = Span.extend({
  place: Place,
  address: z.string().nullable(),
  startReason: Boundary,
  /** With the engine on; 0 where `engineSource` is `movement`, which cannot tell. */
  idleS: z.number(),
  engineSource: EngineSource,
  /** Part of the duration in which nothing was heard for so long that it is not known whether it stood. */
  unseenS: z.number(),
});
export type Stop = z.infer<typeof Stop>;

export const Idle = Span.extend({ place: Place, engineSource: EngineSource });
export type Idle = z.infer<typeof Idle>;

/** Moved while its engine was surely off: towed, on a ferry, on a trailer. No trip, and counted apart. */
export const Tow = Span.extend({
  startPlace: Place,
  endPlace: Place,
  startAddress: z.string().nullable(),
  endAddress: z.string().nullable(),
  distanceM: z.number(),
  maxKph: z.number(),
  /** Part of the duration in which no fix was received. */
  unseenS: z.number(),
  /** From what it is known that the engine was off. */
  engineSource: EngineSource,
});
export type Tow = z.infer<typeof Tow>;

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
  /** Found between fixes: the moments are where the straight line between two of them enters and leaves. */
  betweenFixes: z.boolean(),
});
export type Visit = z.infer<typeof Visit>;

export const Severity = z.enum(SEVERITIES);
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

/** Seconds by what they are known from. */
export const EngineBy = z.partialRecord(EngineSource, z.number());
export type EngineBy = z.infer<typeof EngineBy>;

/** Sums of a vehicle over a day of the caller's organisation. */
export const DaySums = z.object({
  /** As `2026-03-29`. */
  day: z.iso.date(),
  /** Of `engineS`: by what it is known. `movement` is driving time, which is less than the engine ran. */
  engineBy: EngineBy,
  /** Trips beside those that began on the day: they had begun before it, and what they drove on it counts. */
  tripsBefore: z.number().int(),
  ...eachWrittenSum((name) => (WRITTEN_SUMS[name] === 'count' ? z.number().int() : z.number())),
});
export type DaySums = z.infer<typeof DaySums>;

/** All facts of some vehicles that touch a range, each kind in order of time. */
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
