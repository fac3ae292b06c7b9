import type { DaySums } from './day-sums.ts';
import type { Place } from './geo.ts';

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
 * How it is detected whether the engine runs: the ignition wire, the supply voltage (the alternator raises it), the
 * engine speed read by the device, or only movement, which cannot detect idling.
 */
export const ENGINE_SOURCES = ['wire', 'voltage', 'engineRpm', 'movement'] as const;
export type EngineSource = (typeof ENGINE_SOURCES)[number];

/** Legs of one reason: how many, and how many metres. */
export interface LegSum {
  legs: number;
  distanceM: number;
}
export type LegSums = Partial<Record<LegReason, LegSum>>;

/** A leg that a person may want to see: one left out, or a hole that was bridged. */
export interface LegNote {
  reason: LegReason;
  from: number;
  to: number;
  distanceM: number;
}

/** Why a trip began or ended; for stops the other way round. */
export type Boundary = 'ignition' | 'movement' | 'dataGap' | 'firstReport' | 'deviceChange';

/**
 * What each fact has. Times are epoch milliseconds of fixes, distances metres, speeds km/h, durations seconds. A fact
 * replaces the one with the same device and key. `confirmedAt` is the time of the report that first made it a fact:
 * recomputing from a checkpoint begins by deleting all facts confirmed after it.
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

export interface Trip extends Span {
  kind: 'trip';
  startPlace: Place;
  /** While it goes on: the last place. */
  endPlace: Place;
  startReason: Boundary;
  endReason: Boundary | null;
  distanceM: number;
  /** Standing with the engine on, of idles only; 0 where `engineSource` is `movement`, which cannot tell. */
  idleS: number;
  /** The source of `idleS`. */
  engineSource: EngineSource;
  /** Part of the duration in which no fix was received: neither driving nor standing. */
  unseenS: number;
  /** Of what was seen of its driving, without idling; null where nothing was. */
  averageKph: number | null;
  maxKph: number;
  overspeeds: number;
  /** Straight lines over holes, and their metres, which are in `distanceM`. */
  holes: number;
  bridgedM: number;
  /** Of `distanceM`: what nobody saw, or not when, so that no time of driving is theirs. */
  unseenM: number;
  /** Metres: forward steps of the device's own odometer, so never negative; never mixed into `distanceM`. */
  odometerM: number | null;
  /** Legs left out of the trip, and bridged ones. */
  legs: LegSums;
  /** The first of them, without the noise of standing. */
  notes: LegNote[];
}

export interface Stop extends Span {
  kind: 'stop';
  place: Place;
  startReason: Boundary;
  /** With the engine on; 0 where `engineSource` is `movement`, which cannot tell. */
  idleS: number;
  engineSource: EngineSource;
  /** Part of the duration without data for so long that it is not known whether it stood. */
  unseenS: number;
  /** When that was, oldest first: `[from, to]`; null where that is not remembered. */
  unseen: [number, number][] | null;
}

export interface Idle extends Span {
  kind: 'idle';
  place: Place;
  engineSource: EngineSource;
}

/** A movement with the engine surely off: towed, on a ferry, on a trailer. Counted separately from trips. */
export interface Tow extends Span {
  kind: 'tow';
  startPlace: Place;
  /** While it goes on: the last place. */
  endPlace: Place;
  distanceM: number;
  maxKph: number;
  /** Part of the duration in which no fix was received. */
  unseenS: number;
  /** How it is known that the engine was off. */
  engineSource: EngineSource;
}

export interface Overspeed extends Span {
  kind: 'overspeed';
  place: Place;
  limitKph: number;
  maxKph: number;
  distanceM: number;
  /** The fence whose limit it is; null for the fixed limit. */
  fenceId: number | null;
}

export interface Visit extends Span {
  kind: 'visit';
  fenceId: number;
  distanceM: number;
  entryKph: number;
  exitKph: number | null;
  /** Too few fixes lie inside: the moments are where the straight line between two fixes enters and leaves. */
  betweenFixes?: true;
}

/** Where a vehicle stood, epoch milliseconds: the mean place of its fixes. */
export interface Halt extends Place {
  from: number;
  to: number;
}

/** A vehicle within the area of an outlet or a depot; see `stays.ts`. */
export interface Dwell extends Span {
  kind: 'stay';
  /** An outlet's number; a depot's is negative. */
  placeId: number;
  /** The newest fix inside, epoch milliseconds. */
  seenAt: number;
  /** Metres ever driven by the installation, when it came and when it was last seen inside. */
  startM: number;
  endM: number;
  /** Where it stood for 20 s or longer, in order of time. */
  halts: Halt[];
}

/** A driver's tag at the wheel, as far as the device tells; whose it is, is no matter of tracking. */
export interface TagSpan extends Span {
  kind: 'tag';
  /** As `tagKey` writes it. */
  tag: string;
  /** When it was last told. */
  lastAt: number;
}

/** Something in the vehicle that was on, such as a door that was open; see `switches.ts`. */
export interface SwitchSpan extends Span {
  kind: 'switch';
  /** One of `SWITCHES`, or `sensor:` and the number of a sensor: of one name in a vehicle they never overlap. */
  name: string;
  /** Null where a device tells it without a sensor. */
  sensorId: number | null;
  /** The last known place when it was switched on. */
  place: Place | null;
  /** When it was last told to be on. */
  lastAt: number;
}

/** What a sensor read for a time in which it is known without a gap; see `sensors/readings.ts`. */
export interface SensorReadings extends Span {
  kind: 'readings';
  sensorId: number;
  /** Of yes and no 0 and 1. */
  low: number;
  high: number;
  /** Values times the seconds for which they held. */
  valueS: number;
  /** When each value began to hold, milliseconds after the start: the first 0, ascending. */
  offsets: number[];
  values: number[];
  /** Where the vehicle was then, 1e-6 degree; null where that is not known. */
  lats: (number | null)[];
  lons: (number | null)[];
  /** Of yes and no: whether the vehicle drove then, which is asked while it is on; null of figures. */
  moving: boolean[] | null;
}

/** Fuel that came into a tank, or left it otherwise than through the engine, as a level sensor shows; see `fuel/`. */
export interface FuelChange extends Span {
  kind: 'fuel';
  sensorId: number;
  change: 'fill' | 'drop';
  litres: number;
  beforeL: number;
  afterL: number;
  /** Whether both levels were read while the vehicle stood; else one is that of driving. */
  sure: boolean;
  place: Place | null;
}

export interface Alarm extends FactBase {
  kind: 'alarm';
  ruleId: number;
  start: number;
  /** The latest event that it counts. */
  lastAt: number;
  clearedAt: number | null;
  count: number;
  place: Place | null;
  /** Highest (lowest for a minimum) value, or minutes, or litres; null where there is none. */
  value: number | null;
  /** Device code or fence that the first event was about. */
  about: string | number | null;
  /**
   * The time by the device's clock at the first event where that cannot be right: `start` is then the time of receipt.
   * Null or left out where the clock is right or the device sent no time.
   */
  deviceClock?: number | null;
}

/** Sums of a day about the device itself, judged by `deviceFaults`. */
export interface DayHealth {
  /**
   * Metres by the speeds as the device tells them, without its factor, and by the places, over the same legs of a
   * minute at most, driven at both ends.
   */
  speedM: number;
  placeM: number;
  /**
   * Legs long enough to have a direction, and those whose reported courses differ by more than 45 degrees at both ends.
   */
  courseLegs: number;
  courseOff: number;
  /** Time in which a speed was reported and the place stayed the same. */
  staleSpeedS: number;
  /** Reports with an impossible time: alone between silences of a month. */
  clockFaults: number;
  /** Reports at which it entered more areas, or raised more alarms, than are told; left out where there were none. */
  crowdedAreas?: number;
  crowdedAlarms?: number;
}

/** Sums of a device over a local day of the organisation. */
export interface DayTotal extends FactBase, DaySums {
  kind: 'day';
  day: string;
  start: number;
  end: number;
  /** `engineS` by source. `movement` is driving time, which is less than the engine ran. */
  engineBy: Partial<Record<EngineSource, number>>;
  /** Litres by which the level of its tanks fell, negative where it rose; left out where no sensor reported a level. */
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
