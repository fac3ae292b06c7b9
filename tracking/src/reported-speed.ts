import { between } from './geo.ts';
import type { Run } from './run.ts';
import type { TrackingSettings } from './settings.ts';
import { impliedKph } from './speed.ts';
import type { Fix, Rest } from './motion-state.ts';
import type { TrackState } from './track-state.ts';

/** Whether the speeds that a device reports can be trusted. */
export interface ReportedSpeed {
  /** As reported with the fix before, trusted or not. */
  kph: number;
  /** The first of the fixes with a speed at the same place. */
  held: Fix | null;
  /** The distance that those speeds claim since. */
  claimedM: number;
  /** Whether the speeds are no longer trusted. */
  stale: boolean;
}

/** A device before its first speed. */
export function newReportedSpeed(): ReportedSpeed {
  return { kph: 0, held: null, claimedM: 0, stale: false };
}

/** Speeds are no longer trusted after this many metres claimed without movement. */
const CLAIM_M = 50;
/** Movement counts as none below this share of the claim, or below the receiver's own error. */
const SEEN_SHARE = 0.1;
const ERROR_M = 10;
/** Trusted again when it leaves the place and covers this share of the distance claimed. */
const REPEATED_SHARE = 0.3;
/** While standing, a single speed above this is an error of the receiver. */
const FROM_STANDING_KPH = 30;
/** The hardest acceleration, m/s². */
const HARDEST = 5;

/**
 * The trusted speed of a fix, km/h. A speed without displacement does not count, and one that nothing on wheels could
 * have reached since the fix before is replaced by that of the leg.
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

/** This many times the moving speed is no error of a receiver. */
const SURELY = 3;

/** Whether a reported speed proves movement, however close the places are. */
export function isSureKph({ state, context }: Run, kph: number): boolean {
  return state.speedTold && kph >= SURELY * context.settings.movingKph;
}

/** How long a receiver may repeat its last place and speed on the way, as in a tunnel. */
const LONGEST_FROZEN_MS = 900_000;

/** Whether it may be in a tunnel: a speed repeated at exactly the same place, not for too long yet. */
export function isFrozen({ speed, heldSince }: TrackState, { halt, base }: Rest): boolean {
  return speed.stale && heldSince <= halt.time && base.time - halt.time < LONGEST_FROZEN_MS;
}
