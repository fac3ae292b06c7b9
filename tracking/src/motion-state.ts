import type { Boundary, EngineSource, LegNote, LegSums } from './fact.ts';
import type { Coordinates } from './geo.ts';

/** A valid fix as stored in the state. Time in epoch milliseconds. */
export interface Fix extends Coordinates {
  time: number;
  /** Hash of its report, since several reports can have the same time. */
  hash: number;
  speedKph: number;
  /** The speed as reported, trusted or not; omitted in states stored before this field existed. */
  toldKph?: number;
  courseDeg: number;
  /** Whether the engine ran; null when unknown. */
  engine: boolean | null;
  odometerM: number | null;
}

/** A location at which a vehicle stands, or seems to. */
export interface Rest {
  /**
   * The fix at which it came to its halt. After a jump its coordinates are those that the receiver has reported since.
   */
  halt: Fix;
  /** Where it really halted, once the receiver has jumped; null otherwise. */
  haltedAt: Coordinates | null;
  /** Mean of the fixes here, which number `count` (bounded, so that the mean follows a slow drift). */
  lat: number;
  lon: number;
  count: number;
  /** Mean distance of the fixes here from their mean: the noise of the receiver. */
  scatterM: number;
  /** The newest fix at which it surely stood, and the metres since, which count as the path out if it leaves. */
  base: Fix;
  pathM: number;
  /** Whether it was reported moving since. */
  moved: boolean;
  /** Consecutive fixes that were slow but not near: it may have crept to another location. */
  away: number;
  /** Fixes after the halt, while a later halt may still prove to be the final one. */
  trace: Fix[];
  /** Since when it idles; null while the engine is off or unknown. */
  idleSince: number | null;
  /** The engine source at that time. */
  idleSource: EngineSource;
  /** When the idling first was long enough to be recorded. */
  idleConfirmedAt: number | null;
  /** Idling here that is over, while it is not yet known whether this rest belongs to a trip: `[from, to]`. */
  idles: [number, number][];
  /** Legs left out here so far. */
  legs: LegSums;
  notes: LegNote[];
}

/** A trip's contribution to one local day. */
export interface TripPart {
  day: string;
  start: number;
  end: number;
  distanceM: number;
  /** Without unknown time. */
  tripS: number;
  /** The part of `tripS` in which movement was the only evidence of the engine; omitted while it is 0. */
  movementS?: number;
  unseenS: number;
  idleS: number;
  bridgedM: number;
  unseenM: number;
  maxKph: number;
}

/** A speed that may become a trip's maximum: the coordinates after it are not known yet. */
export interface Peak {
  kph: number;
  at: number;
  /** The highest of the speeds and legs before it. */
  aroundKph: number;
}

/** An ongoing trip, or a candidate that becomes a fact once it is long and far enough. */
export interface OpenTrip {
  /** A tow moves with the engine off, and is not a trip. */
  kind: 'trip' | 'tow';
  start: Fix;
  startReason: Boundary;
  /** Null while a candidate. */
  confirmedAt: number | null;
  /**
   * The rest before the trip, stored while the vehicle may prove not to have left, and how far the vehicle went from
   * there.
   */
  origin: Rest | null;
  reachM: number;
  /** The fix before the gap, if the trip began in one. */
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
  /** Its time and metres up to here are in `parts`. */
  until: number;
}

export interface OpenStop extends Coordinates {
  start: number;
  startReason: Boundary;
  /** Null until it is long enough to be recorded. */
  confirmedAt: number | null;
  idleS: number;
  /** The source by which its idling is known; null while there is none. */
  idleSource: EngineSource | null;
  unseenS: number;
  /** The unknown spans, oldest first: `[from, to]`; null where there are too many to store. */
  unseen: [number, number][] | null;
}
