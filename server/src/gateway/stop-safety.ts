/** Decides when an engine may be stopped: never while the vehicle moves, nor on a position that may be outdated. */
import { MAX_STOP_AGE_S, MAX_STOP_KPH, STANDING_S } from '@milepost/contract/command-kinds';
import { distanceM } from '@milepost/tracking/geo';

/** The state of the newest fix. */
export interface Motion {
  /** Epoch milliseconds, at most the time of receipt; null before the first fix. */
  fixTime: number | null;
  speedKph: number;
}

export interface LocatedMotion extends Motion {
  /** Degrees. */
  lat: number;
  lon: number;
}

const MAX_AGE_MS = MAX_STOP_AGE_S * 1000;
const STANDING_MS = STANDING_S * 1000;
/** Below this speed in km/h a vehicle counts as standing, because receivers drift. */
const STANDS_KPH = 3;
/**
 * A vehicle further than this from where it stopped has moved, even if no movement was reported: receivers drift less.
 */
const STANDS_WITHIN_M = 100;

/** The reason why the engine may not be stopped now; null when it may. */
export function whyNotStop({ fixTime, speedKph }: Motion, now: number): 'position-old' | 'moving' | null {
  if (fixTime === null || now - fixTime > MAX_AGE_MS) return 'position-old';
  return speedKph > MAX_STOP_KPH ? 'moving' : null;
}

/** Follows a vehicle until it has stood long enough for its engine to be stopped. Fixes may come in any order. */
export class StandingWatch {
  /** The time and position of the last stop. */
  #since: { at: number; lat: number; lon: number } | null = null;
  #newest = -Infinity;

  /** @returns whether it has stood for 30 s by now */
  see({ fixTime, speedKph, lat, lon }: LocatedMotion, now: number): boolean {
    if (fixTime === null) return false;
    if (fixTime > this.#newest) {
      this.#newest = fixTime;
      const since = this.#since;
      if (speedKph >= STANDS_KPH) this.#since = null;
      else if (!since || distanceM(since.lat, since.lon, lat, lon) > STANDS_WITHIN_M)
        this.#since = { at: fixTime, lat, lon };
    }
    if (this.#since === null || now - this.#newest > MAX_AGE_MS) return false;
    return this.#newest - this.#since.at >= STANDING_MS;
  }
}
