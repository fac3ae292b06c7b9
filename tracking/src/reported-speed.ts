import { between } from './geo.ts';
import type { Run } from './run.ts';
import type { TrackingSettings } from './settings.ts';
import { impliedKph } from './speed.ts';
import type { Fix, Rest, TrackState } from './track-state.ts';

/** What became of the speeds that a device tells. */
export interface ReportedSpeed {
  /** As it was told with the fix before, whether believed or not. */
  kph: number;
  /** The first of the fixes that tell a speed and do not leave the place. */
  held: Fix | null;
  /** How far it would have come since, by those speeds. */
  claimedM: number;
  /** Whether they are not believed any more. */
  stale: boolean;
}

/** A device that has told none yet. */
export function newReportedSpeed(): ReportedSpeed {
  return { kph: 0, held: null, claimedM: 0, stale: false };
}

/** So many metres claimed and not seen are enough to disbelieve. */
const CLAIM_M = 50;
/** Seen, where it is less than this part of what is claimed, is not seen; and so is less than the receiver's own error. */
const SEEN_SHARE = 0.1;
const ERROR_M = 10;
/** Believed again when it comes this part of the way that it claims, out of the place. */
const AGAIN_SHARE = 0.3;
/** Standing still, a single speed above this is a fault of the receiver. */
const FROM_STANDING_KPH = 30;
/** The hardest acceleration, m/s². */
const HARDEST = 5;

/**
 * The speed of a fix as far as it is believed, km/h: a speed without displacement is none, and one that nothing on
 * wheels could have reached since the fix before is taken from the places instead.
 */
export function believedKph(
  speed: ReportedSpeed,
  last: Fix,
  fix: Fix,
  metres: number,
  { movingKph, nearM, wildKph }: TrackingSettings,
): number {
  const told = fix.speedKph;
  const seconds = (fix.time - last.time) / 1000;
  const claimedM = (Math.min(told, speed.kph) / 3.6) * seconds;
  speed.kph = told;
  if (told < movingKph) {
    speed.held = null;
    speed.stale = false;
    return told;
  }
  const { held } = speed;
  const heldM = held === null ? Infinity : held.time === last.time ? metres : between(held, fix);
  const leaves = speed.stale
    ? heldM >= nearM && metres >= AGAIN_SHARE * claimedM
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
  return told > wildKph || told > 2 * reachableKph + FROM_STANDING_KPH
    ? Math.min(impliedKph(last, fix, metres), wildKph)
    : told;
}

/** So many times the speed of moving is no error of a receiver. */
const SURELY = 3;

/** Whether a speed that was told says that it moves, however little its places do. */
export function isSureKph({ state, context }: Run, kph: number): boolean {
  return state.speedTold && kph >= SURELY * context.settings.movingKph;
}

/** A receiver may hold its last place for so long on the way, in a tunnel, and repeat its last speed. */
const LONGEST_FROZEN_MS = 900_000;

/** Whether it may be in a tunnel: a speed is repeated at exactly the same place, and not for too long yet. */
export function isFrozen({ speed, heldSince }: TrackState, { halt, base }: Rest): boolean {
  return speed.stale && heldSince <= halt.time && base.time - halt.time < LONGEST_FROZEN_MS;
}
