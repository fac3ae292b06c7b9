import type { Bend } from './bend.ts';
import { type EngineState, newEngine } from './engine.ts';
import type { HeldSpan } from './engine-hours.ts';
import type { Alarm, Boundary, DayTotal, EngineSource, LegNote, LegSums, Overspeed } from './fact.ts';
import type { Place } from './geo.ts';
import type { FuelLevel } from './rules/fuel-drop.ts';
import { newReportedSpeed, type ReportedSpeed } from './reported-speed.ts';

/** A valid fix as the state remembers it. Time in epoch milliseconds. */
export interface Fix extends Place {
  time: number;
  /** Hash of its report, since one moment may have several. */
  hash: number;
  speedKph: number;
  courseDeg: number;
  /** Whether the engine ran; null when unknown. */
  engine: boolean | null;
  odometerM: number | null;
}

/** Where a vehicle stands, or seems to. */
export interface Rest {
  /** The fix at which it came to its halt. After a jump its place is where the receiver believes it to be since. */
  halt: Fix;
  /** Where it really halted, once the receiver has jumped; null otherwise. */
  haltedAt: Place | null;
  /** Mean of the fixes here, of which there were `count` (bounded, so that the mean follows a slow drift). */
  lat: number;
  lon: number;
  count: number;
  /** How far the fixes here lie from the mean, on average: how noisy the receiver is. */
  scatterM: number;
  /** The newest fix at which it surely stood, and the metres since: the way out, once it leaves. */
  base: Fix;
  pathM: number;
  /** Whether it was seen moving since. */
  moved: boolean;
  /** Fixes in a row that were slow and yet not near: it may have crept to another place. */
  away: number;
  /** Fixes after the halt, while it may yet prove to be one before the last. */
  trace: Fix[];
  /** Since when it idles; null while the engine is off or unknown. */
  idleSince: number | null;
  /** The source of this. */
  idleSource: EngineSource;
  /** When it first was long enough to be recorded. */
  idleConfirmedAt: number | null;
  /** Idles here that are over, while it is not yet known whether this rest belongs to a trip: `[from, to]`. */
  idles: [number, number][];
  /** What was left out here, until then. */
  legs: LegSums;
  notes: LegNote[];
}

/** What a trip adds to one local day. */
export interface TripPart {
  day: string;
  start: number;
  end: number;
  distanceM: number;
  /** Without what was unseen. */
  tripS: number;
  unseenS: number;
  idleS: number;
  bridgedM: number;
  unseenM: number;
  maxKph: number;
}

/** A speed that may become a trip's maximum: the places after it have not been seen yet. */
export interface Peak {
  kph: number;
  at: number;
  /** The most that was seen around it so far: speeds and legs before. */
  aroundKph: number;
}

/** An ongoing trip, or a candidate that becomes a fact once it is long and far enough. */
export interface OpenTrip {
  /** A tow moves with the engine off, and is no trip. */
  kind: 'trip' | 'tow';
  start: Fix;
  startReason: Boundary;
  /** Null while a candidate. */
  confirmedAt: number | null;
  /** Where it stood before, while it may turn out not to have left; and how far it got from there. */
  origin: Rest | null;
  reachM: number;
  /** Where the hole began, if the trip began out of one. */
  holeFrom: Fix | null;
  distanceM: number;
  idleS: number;
  /** The source by which its idling is known; null while there is none. */
  idleSource: EngineSource | null;
  unseenS: number;
  maxKph: number;
  peak: Peak | null;
  overspeeds: number;
  holes: number;
  bridgedM: number;
  unseenM: number;
  legs: LegSums;
  notes: LegNote[];
  parts: TripPart[];
  /** Up to here its time and metres are in `parts`. */
  until: number;
}

export interface OpenStop extends Place {
  start: number;
  startReason: Boundary;
  /** Null before it is long enough to be told. */
  confirmedAt: number | null;
  idleS: number;
  /** The source by which its idling is known; null while there is none. */
  idleSource: EngineSource | null;
  unseenS: number;
  /** When, oldest first: `[from, to]`; null where they are too many to remember. */
  unseen: [number, number][] | null;
}

export interface OpenVisit {
  fenceId: number;
  start: number;
  /** Of the report that began it. */
  hash: number;
  entryKph: number;
  /** Null before it is confirmed. */
  confirmedAt: number | null;
  /** Fixes inside in a row, until confirmed. */
  fixes: number;
  startM: number;
  lastM: number;
  /** The first fix outside since it was last inside, and how many. */
  leftAt: number | null;
  leftKph: number;
  outside: number;
  /** It was already inside when the fence or the installation began. */
  wasInside?: true;
  /** At `leftAt` the fence left the vehicle: it was reshaped, or applies to others now. */
  fenceLeft?: true;
}

/** Where it stands, or stood, within a stay; see `stays.ts`. */
export interface OpenHalt extends Place {
  from: number;
  to: number;
  /** Fixes in the mean of its place. */
  fixes: number;
  /** Whether it was seen moving since. */
  moved?: true;
  /** The first slow fix elsewhere since, and how many. */
  away?: Place & { time: number; fixes: number };
}

/** Within the area of a place that is served. */
export interface OpenStay {
  placeId: number;
  /** Of the report that began it. */
  hash: number;
  start: number;
  /** The newest fix inside. */
  seenAt: number;
  /** Fixes inside; more than make a visit need not be counted. */
  fixes: number;
  /** When it was sure to be a stay; null before. */
  toldAt: number | null;
  startM: number;
  lastM: number;
  /** The first fix outside since it was last inside, and how many. */
  leftAt: number | null;
  outside: number;
  halts: OpenHalt[];
}

/** What is on; see `switches.ts`. */
export interface OpenSwitch {
  name: string;
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
  /** Spans in which it is still unknown whether the engine ran, oldest first; left out when there are none. */
  heldEngine?: HeldSpan[];
  odometerM: number | null;
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
  fix: Fix | null;
  /** Since when the fixes are exactly there: a receiver in a tunnel repeats its last place. */
  heldSince: number;
  /** A fix that may be wild: the next one tells. */
  suspect: Fix | null;
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
  stays?: OpenStay[];
  overspeed: (Overspeed & { startM: number }) | null;
  alarms: AlarmMemory;
  /** Days that may still change, oldest first. */
  days: DayTotal[];
}

export const STATE_VERSION = 2;

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
  };
}
