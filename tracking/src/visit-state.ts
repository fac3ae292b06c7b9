import type { Place } from './geo.ts';

/** A moment on a straight leg. */
export interface OnLeg {
  at: number;
  kph: number;
  /** Metres ever driven until then. */
  travelledM: number;
}

export interface OpenVisit {
  fenceId: number;
  start: number;
  /** Of the report that began it. */
  hash: number;
  entryKph: number;
  /** Where it was then; left out in states of before it was kept. */
  entryPlace?: Place;
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
  /** Where it came in, on the straight line from the fix before; left out where that is not known or not asked for. */
  enteredOnLeg?: OnLeg;
  /** It came in above the limit of the fence, which was told. */
  cameInTooFast?: true;
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
export interface OpenDwell {
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
