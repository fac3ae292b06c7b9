import type { Coordinates } from './geo.ts';

/** A moment on a straight leg. */
export interface OnLeg {
  at: number;
  kph: number;
  /** The installation's total metres at that time. */
  travelledM: number;
}

export interface OpenVisit {
  fenceId: number;
  start: number;
  /** Hash of the report that began it. */
  hash: number;
  entryKph: number;
  /** The coordinates then; omitted in states stored before this field existed. */
  entryPlace?: Coordinates;
  /** Null until it is confirmed. */
  confirmedAt: number | null;
  /** Consecutive fixes inside, until confirmed. */
  fixes: number;
  startM: number;
  lastM: number;
  /** The first fix outside since it was last inside, and the number of fixes outside. */
  leftAt: number | null;
  leftKph: number;
  outside: number;
  /** It was already inside when the geofence or the installation began. */
  wasInside?: true;
  /** Where it entered, on the straight line from the previous fix; omitted if unknown or not needed. */
  enteredOnLeg?: OnLeg;
  /** It entered above the geofence's speed limit, and that was recorded. */
  cameInTooFast?: true;
  /** At `leftAt` the geofence changed, not the vehicle: it was reshaped, or now applies to other vehicles. */
  fenceLeft?: true;
}

/** Where it stands, or stood, within a dwell; see `stays.ts`. */
export interface OpenHalt extends Coordinates {
  from: number;
  to: number;
  /** Number of fixes in the mean coordinates. */
  fixes: number;
  /** Whether it was reported moving since. */
  moved?: true;
  /** The first slow fix elsewhere since, and their number. */
  away?: Coordinates & { time: number; fixes: number };
}

/** A dwell within the area of a place that is served. */
export interface OpenDwell {
  placeId: number;
  /** Hash of the report that began it. */
  hash: number;
  start: number;
  /** The newest fix inside. */
  seenAt: number;
  /** Fixes inside, counted only until there are enough for a visit. */
  fixes: number;
  /** When the dwell was confirmed; null before. */
  toldAt: number | null;
  startM: number;
  lastM: number;
  /** The first fix outside since it was last inside, and the number of fixes outside. */
  leftAt: number | null;
  outside: number;
  halts: OpenHalt[];
}
