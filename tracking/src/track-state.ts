import type { Bend } from './bend.ts';
import type { KnownSpeeds } from './credible.ts';
import type { CutWire } from './cut-wire.ts';
import { type EngineState, newEngine } from './engine.ts';
import type { HeldSpan } from './engine-hours.ts';
import type { Alarm, DayTotal, Overspeed } from './fact.ts';
import type { OpenTank } from './fuel/tank-state.ts';
import type { Place } from './geo.ts';
import type { Fix, OpenStop, OpenTrip, Rest } from './motion-state.ts';
import type { FuelLevel } from './rules/fuel-drop.ts';
import type { Pots } from './pots.ts';
import type { OverRoadLimit } from './rules/road-speed.ts';
import type { OpenReadings } from './sensors/readings.ts';
import type { SensorValue } from './sensors/sensor.ts';
import { newReportedSpeed, type ReportedSpeed } from './reported-speed.ts';
import type { SmoothedReadings } from './sensors/smoothing.ts';
import type { Suspects } from './suspects.ts';
import type { OpenDwell, OpenVisit } from './visit-state.ts';

/** What is on; see `switches.ts`. */
export interface OpenSwitch {
  name: string;
  /** Left out where a device tells it without a sensor. */
  sensorId?: number;
  key: string;
  start: number;
  place: Place | null;
  /** When it was last told to be on. */
  lastAt: number;
}

/** A tag that holds; see `tag.ts`. */
export interface OpenTag {
  tag: string;
  key: string;
  start: number;
  confirmedAt: number;
  /** When it was last told, and when driving was last seen since it was first. */
  lastAt: number;
  drivenAt: number;
}

/** What alarm rules remember beside their alarms. */
export interface AlarmMemory {
  /** Last alarm of each rule, for as long as it is active or may be opened again. */
  last: Record<string, Alarm>;
  /** Rules whose condition held at the last report: an alarm is raised when it begins to hold. */
  held: Record<string, boolean>;
  /** Of fuel drops, by rule. */
  fuel: Record<string, FuelLevel>;
  /** Since when the fixes are off the route, by rule. */
  offRoute: Record<string, number>;
  /** Since when sensors read what a rule is about, by rule; left out before the first one. */
  sensor?: Record<string, number>;
  /** What sensors read last for rules that ask for more than the value, by rule; left out before the first one. */
  read?: Record<string, { value: SensorValue; at: number }>;
  /** When it was last inside the geofences of a rule, by rule; left out before the first time. */
  inside?: Record<string, number>;
  /** Whether the engine ran, as rules about switching it knew last, by rule; left out before the first time. */
  ignition?: Record<string, boolean>;
  /** Since when the engine was on or off when a rule about switching it raised its alarm last, by rule. */
  switched?: Record<string, number>;
  /** Of fixes too fast for their road, by rule; left out before the first one. */
  road?: Record<string, OverRoadLimit>;
}

/** All that is remembered of a device between two reports: plain JSON. */
export interface TrackState {
  version: 2;
  /** Time and hash of the newest report taken in. */
  time: number | null;
  hash: number;
  /** Whether everything is closed, so that nothing may be taken in any more. */
  ended: boolean;
  engine: EngineState;
  /** A wire that proved to be cut; left out but from the proof until the facts since then are made again. */
  cut?: CutWire;
  /** Spans in which it is still unknown whether the engine ran, oldest first; left out when there are none. */
  heldEngine?: HeldSpan[];
  /** Metres: the first reading of the device's odometer and every forward step since. */
  odometerM: number | null;
  /** The newest reading of it, and when it last changed; left out before the first one. */
  odometer?: { readingM: number; at: number };
  /** When its place, or its standing, was last known: time after it may be unseen. */
  seenAt: number | null;
  /** Silences after `stoodUntil`, oldest first: `[from, to]`. */
  silences: [number, number][];
  /** Fixes since the first, or since a silence of a month; more than a few need not be counted. */
  fixes: number;
  /** Whether the device ever reported a speed above 0; if not, speed is taken from the legs. */
  speedTold: boolean;
  /** Whether its speeds are trusted: see `reported-speed.ts`. */
  speed: ReportedSpeed;
  /** Whether it ever told a course other than 0, and how many legs it fitted lately. */
  courseTold: boolean;
  course: { legs: number; off: number };
  /** The newest leg, where the device tells no course. */
  bend: Bend | null;
  /** When a tag last told who drives. */
  taggedAt: number | null;
  /** The tag that holds, and when the one before ended; left out where there was none. */
  tag?: OpenTag | null;
  taggedUntil?: number;
  /** Left out where nothing was ever on. */
  switches?: OpenSwitch[];
  /** Of each fuel level sensor; left out where there is none. */
  tanks?: OpenTank[];
  /** Of each smoothed sensor; left out where there is none. */
  smoothed?: SmoothedReadings[];
  fix: Fix | null;
  /** Since when the fixes are exactly there: a receiver in a tunnel repeats its last place. */
  heldSince: number;
  /** A fix that may be wild: the next one tells. */
  suspect: Fix | null;
  /** A fix was left out since the last one that was accepted: the way between them is not known. */
  leftOut?: boolean;
  /** Fixes that wait for others which confirm them; left out where there are none. */
  suspects?: Suspects;
  /** What is known of the device's speeds; left out before the first leg. */
  speeds?: KnownSpeeds;
  /** More than 0 while it reports seldom on the way; left out before that. */
  seldom?: number;
  /** Null while it drives. */
  rest: Rest | null;
  trip: OpenTrip | null;
  stop: OpenStop | null;
  /** Up to here the time of standing is in `days`. */
  stoodUntil: number;
  /** Metres ever accepted. */
  travelledM: number;
  visits: OpenVisit[];
  /** At places that are served; left out where there are none. */
  stays?: OpenDwell[];
  overspeed: (Overspeed & { startM: number }) | null;
  /** What sensors read without a gap; left out where there are none. */
  readings?: OpenReadings[];
  alarms: AlarmMemory;
  /** What may still follow from reports; left out before the first fact that is bounded. */
  pots?: Pots;
  /** Days that may still change, oldest first. */
  days: DayTotal[];
}

export const STATE_VERSION = 2;

/**
 * What is left out until it is needed is there from the start, undefined, and so in one order in every state: where vehicles
 * get such fields in different orders, all that reads their states is slower by a third. None is stored.
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
  pots: undefined,
} satisfies Partial<TrackState>;

/** The state before the first report. */
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
