/** When an engine may be stopped: never under a vehicle that drives, nor by a position that may be wrong by now. */

export interface Standing {
  /** Of the newest fix, epoch milliseconds; null before the first. */
  fixTime: number | null;
  speedKph: number;
}

/** Faster than this nobody's engine is stopped, km/h. */
export const MOST_STOP_KPH = 10;
/** A position that is older says nothing about now. */
export const MOST_AGE_MS = 60_000;
/** "When it stands" waits until the vehicle has stood for so long. */
export const STANDING_MS = 30_000;
/** Slower than this it stands, km/h: receivers drift. */
const STANDS_KPH = 3;

/** Why the engine may not be stopped now; null: it may. */
export function whyNotStop({ fixTime, speedKph }: Standing, now: number): 'position-old' | 'moving' | null {
  if (fixTime === null || now - fixTime > MOST_AGE_MS) return 'position-old';
  return speedKph > MOST_STOP_KPH ? 'moving' : null;
}

/** Follows a vehicle until it has stood long enough for its engine to be stopped. Fixes in any order. */
export class StandingWatch {
  #since: number | null = null;
  #newest = -Infinity;

  /** @returns whether it has stood for 30 s by now */
  see({ fixTime, speedKph }: Standing, now: number): boolean {
    if (fixTime === null) return false;
    if (fixTime > this.#newest) {
      this.#newest = fixTime;
      if (speedKph >= STANDS_KPH) this.#since = null;
      else this.#since ??= fixTime;
    }
    if (this.#since === null || now - this.#newest > MOST_AGE_MS) return false;
    return this.#newest - this.#since >= STANDING_MS;
  }
}
