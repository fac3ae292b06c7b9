import type { DaySums } from './day-sums.ts';
import type { Coordinates } from './geo.ts';

/** Why metres between two fixes do not count, or count as a straight line (`dataGap`). */
export const LEG_REASONS = [
  'parkedNoise',
  'wildFix',
  'jump',
  'shortTrip',
  'ignitionOff',
  'longSilence',
  'dataGap',
] as const;
export type LegReason = (typeof LEG_REASONS)[number];

/**
 * How the engine state is detected: the ignition wire, the supply voltage (the alternator raises it), the engine speed
 * read by the device, or movement only, which cannot detect idling.
 */
export const ENGINE_SOURCES = ['wire', 'voltage', 'engineRpm', 'movement'] as const;
export type EngineSource = (typeof ENGINE_SOURCES)[number];

/** Legs with one reason: their number and metres. */
export interface LegSum {
  legs: number;
  distanceM: number;
}
export type LegSums = Partial<Record<LegReason, LegSum>>;

/** A single leg listed for people: one that was left out, or a gap that was bridged. */
export interface LegNote {
  reason: LegReason;
  from: number;
  to: number;
  distanceM: number;
}

/** Why a trip began or ended; for stops, why they ended or began. */
export type Boundary = 'ignition' | 'movement' | 'dataGap' | 'firstReport' | 'deviceChange';

/**
 * The fields of every fact. Times are epoch milliseconds of fixes, distances metres, speeds km/h, durations seconds. A
 * fact replaces the one with the same device and key. `confirmedAt` is the time of the report that first made it a
 * fact: recomputing from a checkpoint begins by deleting all facts confirmed after it.
 */
interface FactBase {
  key: string;
  confirmedAt: number;
}

interface Span extends FactBase {
  start: number;
  /** Null while ongoing. */
  end: number | null;
  durationS: number;
}

/** Present on a sealed fact: the place at that end is the last public one, see private-time.ts. */
interface PrivateEnds {
  startPrivate?: true;
  endPrivate?: true;
}

/** Present on a sealed fact: its place is the last public one. */
interface PrivatePlace {
  isPrivate?: true;
}

export interface Trip extends Span, PrivateEnds {
  kind: 'trip';
  startPlace: Coordinates;
  /** The last known coordinates while it is ongoing. */
  endPlace: Coordinates;
  startReason: Boundary;
  endReason: Boundary | null;
  distanceM: number;
  /**
   * Standing with the engine on, of recorded idling only; 0 where `engineSource` is `movement`, which cannot detect it.
   */
  idleS: number;
  /** The source of `idleS`. */
  engineSource: EngineSource;
  /** Part of the duration without fixes: neither driving nor standing. */
  unseenS: number;
  /** Average speed over the driving time with data, which excludes idling; null if there is no such time. */
  averageKph: number | null;
  maxKph: number;
  overspeeds: number;
  /** Straight lines over gaps, and their metres, which are included in `distanceM`. */
  holes: number;
  bridgedM: number;
  /** The part of `distanceM` that was driven without data, or at an unknown time, so that it has no driving time. */
  unseenM: number;
  /** Metres: forward steps of the device's own odometer, so never negative; never mixed into `distanceM`. */
  odometerM: number | null;
  /** Legs left out of the trip, and bridged ones. */
  legs: LegSums;
  /** The first legs left out or bridged, without noise while standing. */
  notes: LegNote[];
}

export interface Stop extends Span, PrivatePlace {
  kind: 'stop';
  place: Coordinates;
  startReason: Boundary;
  /** Standing with the engine on; 0 where `engineSource` is `movement`, which cannot detect it. */
  idleS: number;
  engineSource: EngineSource;
  /** Part of the duration in which the silence was too long to tell whether the vehicle stood. */
  unseenS: number;
  /** The unknown spans, oldest first: `[from, to]`; null where they are not stored. */
  unseen: [number, number][] | null;
}

export interface Idle extends Span, PrivatePlace {
  kind: 'idle';
  place: Coordinates;
  engineSource: EngineSource;
}

/** A movement with the engine surely off: towed, on a ferry, on a trailer. Counted separately from trips. */
export interface Tow extends Span, PrivateEnds {
  kind: 'tow';
  startPlace: Coordinates;
  /** The last known coordinates while it is ongoing. */
  endPlace: Coordinates;
  distanceM: number;
  maxKph: number;
  /** Part of the duration without fixes. */
  unseenS: number;
  /** The source by which the engine is known to be off. */
  engineSource: EngineSource;
}

export interface Overspeed extends Span, PrivatePlace {
  kind: 'overspeed';
  place: Coordinates;
  limitKph: number;
  maxKph: number;
  distanceM: number;
  /** The geofence that sets the limit; null for the fixed limit. */
  fenceId: number | null;
}

export interface Visit extends Span {
  kind: 'visit';
  fenceId: number;
  distanceM: number;
  entryKph: number;
  exitKph: number | null;
  /** Too few fixes lie inside: the times are where the straight line between two fixes enters and leaves. */
  betweenFixes?: true;
}

/** A halt of a vehicle, epoch milliseconds: the mean coordinates of its fixes. */
export interface Halt extends Coordinates {
  from: number;
  to: number;
}

/** A vehicle's stay within the area of an outlet or a depot; see `stays.ts`. */
export interface Dwell extends Span {
  kind: 'stay';
  /** An outlet's id; a depot's is negative. */
  placeId: number;
  /** Time of the newest fix inside, epoch milliseconds. */
  seenAt: number;
  /** The installation's total metres on arrival and at the last fix inside. */
  startM: number;
  endM: number;
  /** Halts of 20 s or longer, in order of time. */
  halts: Halt[];
}

/**
 * The time for which a driver's tag was present, as reported by the device; matching tags to drivers is not part of
 * tracking.
 */
export interface TagSpan extends Span {
  kind: 'tag';
  /** In the format of `tagKey`. */
  tag: string;
  /** When it was last reported. */
  lastAt: number;
}

/** The time for which something in the vehicle was on, such as an open door; see `switches.ts`. */
export interface SwitchSpan extends Span {
  kind: 'switch';
  /** One of `SWITCHES`, or `sensor:` and the id of a sensor. Spans with one name never overlap in a vehicle. */
  name: string;
  /** Null where the device reports it without a sensor. */
  sensorId: number | null;
  /** The last known coordinates when it was switched on. */
  place: Coordinates | null;
  /** When it was last reported to be on. */
  lastAt: number;
}

/** A sensor's readings over a time in which they are known without a gap; see `sensors/readings.ts`. */
export interface SensorReadings extends Span {
  kind: 'readings';
  sensorId: number;
  /** Yes and no count as 1 and 0. */
  low: number;
  high: number;
  /** Sum of the values, each times the seconds for which it held. */
  valueS: number;
  /** When each value began to hold, milliseconds after the start: the first 0, ascending. */
  offsets: number[];
  values: number[];
  /** The vehicle's coordinates then, 1e-6 degree; null where unknown. */
  lats: (number | null)[];
  lons: (number | null)[];
  /**
   * For yes/no sensors: whether the vehicle was driving, which matters while the sensor is on; null for numeric ones.
   */
  moving: boolean[] | null;
}

/** Fuel that entered a tank, or left it other than through the engine, as a level sensor shows; see `fuel/`. */
export interface FuelChange extends Span {
  kind: 'fuel';
  sensorId: number;
  change: 'fill' | 'drop';
  litres: number;
  beforeL: number;
  afterL: number;
  /** Whether both levels were read while the vehicle stood; otherwise one was read while driving. */
  sure: boolean;
  place: Coordinates | null;
}

export interface Alarm extends FactBase {
  kind: 'alarm';
  ruleId: number;
  start: number;
  /** The time of the latest event that the alarm counts. */
  lastAt: number;
  clearedAt: number | null;
  count: number;
  place: Coordinates | null;
  /** The highest value (the lowest for a minimum), or minutes, or litres; null for an alarm without a value. */
  value: number | null;
  /** The device code or geofence of the first event. */
  about: string | number | null;
  /**
   * The device clock's time at the first event if that time cannot be right; `start` is then the time of receipt. Null
   * or omitted if the clock is right or the device sent no time.
   */
  deviceClock?: number | null;
}

/** Sums of a day about the device itself, judged by `deviceFaults`. */
export interface DayHealth {
  /**
   * Metres by reported speeds, without the device's factor, and by coordinates, over the same legs of at most a minute,
   * driven at both ends.
   */
  speedM: number;
  placeM: number;
  /**
   * Legs long enough to have a direction, and those at which the reported courses at both ends differ from it by more
   * than 45 degrees.
   */
  courseLegs: number;
  courseOff: number;
  /** Time in which a speed was reported while the coordinates stayed the same. */
  staleSpeedS: number;
  /** Reports with an impossible time: isolated between silences of a month. */
  clockFaults: number;
  /** Reports at which it entered more areas, or raised more alarms, than are recorded; omitted if none. */
  crowdedAreas?: number;
  crowdedAlarms?: number;
}

/** Sums of a device over a local day of the organisation. */
export interface DayTotal extends FactBase, DaySums {
  kind: 'day';
  day: string;
  start: number;
  end: number;
  /** `engineS` by source. For `movement` it is driving time, which is less than the engine ran. */
  engineBy: Partial<Record<EngineSource, number>>;
  /** Litres by which the level of its tanks fell, negative where it rose; omitted where no sensor reported a level. */
  fuelNetL?: number;
  firstMoveAt: number | null;
  lastMoveAt: number | null;
  legs: LegSums;
  health: DayHealth;
}

export type Fact =
  | Trip
  | Stop
  | Idle
  | Tow
  | Overspeed
  | Visit
  | Dwell
  | TagSpan
  | SwitchSpan
  | FuelChange
  | SensorReadings
  | Alarm
  | DayTotal;
