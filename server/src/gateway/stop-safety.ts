/** When an engine may be stopped: never under a vehicle that drives, nor by a position that may be wrong by now. */
import { MOST_STOP_AGE_S, MOST_STOP_KPH, STANDING_S } from '@milepost/contract/command-kinds';
import { distanceM } from '@milepost/tracking/geo';

/** What the newest fix says. */
export interface Motion {
  /** Epoch milliseconds, at most when it came; null before the first. */
  fixTime: number | null;
  speedKph: number;
}

export interface Standing extends Motion {
  /** Degrees. */
  lat: number;
  lon: number;
}

const MOST_AGE_MS = MOST_STOP_AGE_S * 1000;
const STANDING_MS = STANDING_S * 1000;
/** Slower than this it stands, km/h: receivers drift. */
const STANDS_KPH = 3;
/** Further from where it began to stand it has driven since, though nobody was told: receivers drift by less. */
const STANDS_WITHIN_M = 100;

/** Why the engine may not be stopped now; null: it may. */
export function whyNotStop({ fixTime, speedKph }: Motion, now: number): 'position-old' | 'moving' | null {
  if (fixTime === null || now - fixTime > MOST_AGE_MS) return 'position-old';
  return speedKph > MOST_STOP_KPH ? 'moving' : null;
}

/** Follows a vehicle until it has stood long enough for its engine to be stopped. Fixes in any order. */
export class StandingWatch {
  /** Where and when it began to stand. */
  #since: { at: number; lat: number; lon: number } | null = null;
  #newest = -Infinity;

  /** @returns whether it has stood for 30 s by now */
  see({ fixTime, speedKph, lat, lon }: Standing, now: number): boolean {
    if (fixTime === null) return false;
    if (fixTime > this.#newest) {
      this.#newest = fixTime;
      const since = this.#since;
      if (speedKph >= STANDS_KPH) this.#since = null;
      else if (!since || distanceM(since.lat, since.lon, lat, lon) > STANDS_WITHIN_M)
        this.#since = { at: fixTime, lat, lon };
    }
    if (this.#since === null || now - this.#newest > MOST_AGE_MS) return false;
    return this.#newest - this.#since.at >= STANDING_MS;
  }
}
