/** When an engine may be stopped: never under a vehicle that drives, nor by a position that may be wrong by now. */
import { MOST_STOP_AGE_S, MOST_STOP_KPH, STANDING_S } from '@milepost/contract/command-kinds';

export interface Standing {
  /** Of the newest fix, epoch milliseconds; null before the first. */
  fixTime: number | null;
  speedKph: number;
}

const MOST_AGE_MS = MOST_STOP_AGE_S * 1000;
const STANDING_MS = STANDING_S * 1000;
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
