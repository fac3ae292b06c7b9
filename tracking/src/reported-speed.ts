import { between } from './geo.ts';
import type { Run } from './run.ts';
import type { TrackingSettings } from './settings.ts';
import { impliedKph } from './speed.ts';
import type { Fix, Rest } from './motion-state.ts';
import type { TrackState } from './track-state.ts';

/** Whether a device's reported speeds can be trusted. */
export interface ReportedSpeed {
  /** As reported with the previous fix, trusted or not. */
  kph: number;
  /** The first of the fixes with a speed at the same coordinates. */
  held: Fix | null;
  /** The distance that those speeds imply since then. */
  claimedM: number;
  /** Whether the speeds are no longer trusted. */
  stale: boolean;
}

/** Returns the state of a device before its first speed. */
export function newReportedSpeed(): ReportedSpeed {
  return { kph: 0, held: null, claimedM: 0, stale: false };
}

/** Speeds are no longer trusted after this many implied metres without movement. */
const CLAIM_M = 50;
/** A movement below this share of the implied distance, or below the receiver's own error, counts as none. */
const SEEN_SHARE = 0.1;
const ERROR_M = 10;
/** Speeds are trusted once more when the vehicle leaves the location and covers this share of the implied distance. */
const REPEATED_SHARE = 0.3;
/** While standing, a single speed above this is a receiver error. */
const FROM_STANDING_KPH = 30;
/** The hardest acceleration, m/s². */
const HARDEST = 5;

/**
 * Returns the trusted speed of a fix, km/h. A speed without displacement does not count, and one that no road vehicle
 * could have reached since the previous fix is replaced by that of the leg.
 */
export function believedKph(
  speed: ReportedSpeed,
  last: Fix,
  fix: Fix,
  metres: number,
  { movingKph, nearM, wildKph }: TrackingSettings,
): number {
  const written = fix.speedKph;
  const seconds = (fix.time - last.time) / 1000;
  const claimedM = (Math.min(written, speed.kph) / 3.6) * seconds;
  speed.kph = written;
  if (written < movingKph) {
    speed.held = null;
    speed.stale = false;
    return written;
  }
  const { held } = speed;
  const heldM = held === null ? Infinity : held.time === last.time ? metres : between(held, fix);
  const leaves = speed.stale
    ? heldM >= nearM && metres >= REPEATED_SHARE * claimedM
    : heldM > Math.min(nearM, Math.max(ERROR_M, SEEN_SHARE * (speed.claimedM + claimedM)));
  if (leaves) {
    speed.held = fix;
    speed.claimedM = 0;
    speed.stale = false;
  } else {
    speed.claimedM += claimedM;
    speed.stale ||= speed.claimedM >= CLAIM_M;
  }
  if (speed.stale) return 0;
  const reachableKph = Math.sqrt((last.speedKph / 3.6) ** 2 + 2 * HARDEST * metres) * 3.6;
  return written > wildKph || written > 2 * reachableKph + FROM_STANDING_KPH
    ? Math.min(impliedKph(last, fix, metres), wildKph)
    : written;
}

/** A speed of this many times the moving speed cannot be a receiver error. */
const SURELY = 3;

/** True when a reported speed proves movement, however close the coordinates are. */
export function isSureKph({ state, context }: Run, kph: number): boolean {
  return state.speedTold && kph >= SURELY * context.settings.movingKph;
}

/** How long a receiver may repeat its last coordinates and speed while driving, as in a tunnel. */
const LONGEST_FROZEN_MS = 900_000;

/** True when it may be in a tunnel: a speed is repeated at exactly the same coordinates, and not for too long yet. */
export function isFrozen({ speed, heldSince }: TrackState, { halt, base }: Rest): boolean {
  return speed.stale && heldSince <= halt.time && base.time - halt.time < LONGEST_FROZEN_MS;
}
