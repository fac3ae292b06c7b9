import type { PendingBend } from './bend.ts';
import type { KnownSpeeds } from './credible.ts';
import type { CutWire } from './cut-wire.ts';
import { type EngineState, newEngine } from './engine.ts';
import type { HeldSpan } from './engine-hours.ts';
import type { Alarm, DayTotal, Overspeed } from './fact.ts';
import type { OpenTank } from './fuel/tank-state.ts';
import type { Coordinates } from './geo.ts';
import type { Fix, OpenStop, OpenTrip, Rest } from './motion-state.ts';
import type { FuelLevel } from './rules/fuel-drop.ts';
import type { FactBuckets } from './pots.ts';
import type { PrivateSpan } from './private-spans.ts';
import type { OverRoadLimit } from './rules/speed.ts';
import type { OpenReadings } from './sensors/readings.ts';
import type { SensorValue } from './sensors/sensor.ts';
import { newReportedSpeed, type ReportedSpeed } from './reported-speed.ts';
import type { SmoothedReadings } from './sensors/smoothing.ts';
import type { Suspects } from './suspects.ts';
import type { OpenDwell, OpenVisit } from './visit-state.ts';

/** Something that is switched on; see `switches.ts`. */
export interface OpenSwitch {
  name: string;
  /** Omitted where the device reports it without a sensor. */
  sensorId?: number;
  key: string;
  start: number;
  place: Coordinates | null;
  /** When it was last reported to be on. */
  lastAt: number;
}

/** An active tag; see `tag.ts`. */
export interface OpenTag {
  tag: string;
  key: string;
  start: number;
  confirmedAt: number;
  /** When it was last reported, and when driving was last reported since it first was. */
  lastAt: number;
  drivenAt: number;
}

/** The state of alarm rules beside their alarms. */
export interface AlarmMemory {
  /** Last alarm of each rule, for as long as it is active or can be reopened. */
  last: Record<string, Alarm>;
  /** Rules whose condition held at the last report: an alarm is raised when it begins to hold. */
  held: Record<string, boolean>;
  /** Reference levels for fuel drops, by rule. */
  fuel: Record<string, FuelLevel>;
  /** Since when the fixes are off the route, by rule. */
  offRoute: Record<string, number>;
  /** Since when a sensor has met the rule's condition, by rule; omitted before the first one. */
  sensor?: Record<string, number>;
  /** Last sensor values for rules about location or driving, by rule; omitted before the first one. */
  read?: Record<string, { value: SensorValue; at: number }>;
  /** When it was last inside the rule's geofences, by rule; omitted before the first time. */
  inside?: Record<string, number>;
  /** The last known engine state for ignition rules, by rule; omitted before the first time. */
  ignition?: Record<string, boolean>;
  /** Since when the engine was on or off when an ignition rule last raised its alarm, by rule. */
  switched?: Record<string, number>;
  /** Spans of fixes too fast for their road, by rule; omitted before the first one. */
  road?: Record<string, OverRoadLimit>;
  /**
   * Until when an active alarm includes everything, by rule; omitted unless the reports that raised it are deleted and
   * the later ones are read another time.
   */
  includes?: Record<string, number>;
}

/** The whole state of a device between two reports: plain JSON. */
export interface TrackState {
  version: 2;
  /** Time and hash of the newest report applied. */
  time: number | null;
  hash: number;
  /** Whether everything is closed, so that no more reports may be applied. */
  ended: boolean;
  engine: EngineState;
  /** A wire that proved to be cut; present only from the proof until the facts since then are recomputed. */
  cut?: CutWire;
  /** Spans in which it is still unknown whether the engine ran, oldest first; omitted if there are none. */
  heldEngine?: HeldSpan[];
  /** Metres: the first reading of the device's odometer and every forward step since. */
  odometerM: number | null;
  /** Its newest reading, and when it last changed; omitted before the first one. */
  odometer?: { readingM: number; at: number };
  /** When the vehicle's location was last known, or that it stood; the time after it may be unknown. */
  seenAt: number | null;
  /** Silences after `stoodUntil`, oldest first: `[from, to]`. */
  silences: [number, number][];
  /** Fixes since the first, or since a month of silence; counting stops after a few. */
  fixes: number;
  /** Whether the device ever reported a speed above 0; if not, speed is taken from the legs. */
  speedTold: boolean;
  /** Whether its speeds are trusted: see `reported-speed.ts`. */
  speed: ReportedSpeed;
  /** Whether it ever reported a course other than 0, and how many legs it matched recently. */
  courseTold: boolean;
  course: { legs: number; off: number };
  /** The newest leg, if the device reports no course. */
  bend: PendingBend | null;
  /** When a driver's tag was last reported. */
  taggedAt: number | null;
  /** The active tag, and when the previous one ended; omitted if there was none. */
  tag?: OpenTag | null;
  taggedUntil?: number;
  /** Omitted if nothing was ever on. */
  switches?: OpenSwitch[];
  /** The state of each fuel level sensor; omitted if there is none. */
  tanks?: OpenTank[];
  /** The state of each smoothed sensor; omitted if there is none. */
  smoothed?: SmoothedReadings[];
  fix: Fix | null;
  /** Since when the coordinates are exactly the same: a receiver in a tunnel repeats its last ones. */
  heldSince: number;
  /** A fix that may be wild: the next one decides. */
  suspect: Fix | null;
  /** A fix was left out since the last accepted one: the path between them is unknown. */
  leftOut?: boolean;
  /** Fixes held back until others confirm them; omitted if there are none. */
  suspects?: Suspects;
  /** The device's known speeds; omitted before the first leg. */
  speeds?: KnownSpeeds;
  /** More than 0 while it reports seldom during driving; omitted before that. */
  seldom?: number;
  /** Null while it drives. */
  rest: Rest | null;
  trip: OpenTrip | null;
  stop: OpenStop | null;
  /** The time of standing up to here is in `days`. */
  stoodUntil: number;
  /** The installation's total metres accepted. */
  travelledM: number;
  visits: OpenVisit[];
  /** Dwells at places that are served; omitted if there are none. */
  stays?: OpenDwell[];
  overspeed: (Overspeed & { startM: number }) | null;
  /** Sensor readings without a gap; omitted if there are none. */
  readings?: OpenReadings[];
  alarms: AlarmMemory;
  /** Private time, oldest first; omitted before the first private report. */
  privateSpans?: PrivateSpan[];
  /** The token buckets for facts; omitted before the first fact that is limited. */
  pots?: FactBuckets;
  /** Days that may still change, oldest first. */
  days: DayTotal[];
}

export const STATE_VERSION = 2;

/**
 * Optional fields are present from the start as undefined, and thus in the same order in every state: if vehicles got
 * such fields in different orders, all code that reads states would be slower by a third. None of them is stored.
 */
const LEFT_OUT = {
  cut: undefined,
  heldEngine: undefined,
  odometer: undefined,
  tag: undefined,
  taggedUntil: undefined,
  switches: undefined,
  tanks: undefined,
  smoothed: undefined,
  leftOut: undefined,
  suspects: undefined,
  speeds: undefined,
  stays: undefined,
  seldom: undefined,
  readings: undefined,
  privateSpans: undefined,
  pots: undefined,
} satisfies Partial<TrackState>;

/** Returns the state before the first report. */
export function newState(): TrackState {
  return {
    version: STATE_VERSION,
    time: null,
    hash: 0,
    ended: false,
    engine: newEngine(),
    odometerM: null,
    seenAt: null,
    silences: [],
    fixes: 0,
    speedTold: false,
    speed: newReportedSpeed(),
    courseTold: false,
    course: { legs: 0, off: 0 },
    bend: null,
    taggedAt: null,
    fix: null,
    heldSince: 0,
    suspect: null,
    rest: null,
    trip: null,
    stop: null,
    stoodUntil: 0,
    travelledM: 0,
    visits: [],
    overspeed: null,
    alarms: { last: {}, held: {}, fuel: {}, offRoute: {} },
    days: [],
    ...LEFT_OUT,
  };
}
