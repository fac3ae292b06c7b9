import type { Boundary, EngineSource, LegNote, LegSums } from './fact.ts';
import type { Place } from './geo.ts';

/** A valid fix as the state remembers it. Time in epoch milliseconds. */
export interface Fix extends Place {
  time: number;
  /** Hash of its report, since one moment may have several. */
  hash: number;
  speedKph: number;
  /** The speed as reported, trusted or not; left out in states of before it was kept. */
  toldKph?: number;
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
  /** Of `tripS`: where nothing but the movement told of the engine; left out while it is 0. */
  movementS?: number;
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
