import { doorOpenAt } from './load-door.ts';
import { localDay } from './local-time.ts';
import type { Moves } from './movement.ts';
import { noise } from './noise.ts';

/** Set point of the refrigerating unit, day and night, and its swing. */
const SET_C = 4;
const SWING_C = 0.7;
const SWING_S = 540;
/** Outside air, which enters while the door is open. */
const OUTSIDE_C = 24;
/** Time constant (63% of the difference): with the door open, and closed. */
const WARMING_S = 480;
const COOLING_S = 420;
/** After this long the effect of a warming is gone. */
const FORGOTTEN_MS = 3 * 3_600_000;

/**
 * A refrigerated load space: it warms while its door is open at a stop, and then recovers. A pure function of the time.
 */
export class LoadSpace {
  readonly #index: number;
  readonly #moves: Pick<Moves, 'dayTruth'>;
  /** The times of its halts, by day. */
  readonly #halts = new Map<number, number[]>();

  constructor(index: number, moves: Pick<Moves, 'dayTruth'>) {
    this.#index = index;
    this.#moves = moves;
  }

  /** Degrees Celsius. */
  temperatureAt(ms: number): number {
    const today = localDay(ms);
    let excess = 0;
    let at = -Infinity;
    for (const halt of [...this.#haltsOf(today - 1), ...this.#haltsOf(today)]) {
      const { from, to } = doorOpenAt(this.#index, halt);
      if (from >= ms) break;
      if (to < ms - FORGOTTEN_MS) continue;
      const until = Math.min(to, ms);
      excess *= left(from - at, COOLING_S);
      excess = OUTSIDE_C - SET_C - (OUTSIDE_C - SET_C - excess) * left(until - from, WARMING_S);
      at = until;
    }
    return SET_C + excess * left(ms - at, COOLING_S) + SWING_C * noise(this.#index, 99, ms, SWING_S);
  }

  /** Without waiting in the yard before the first drive: the door is closed then. */
  #haltsOf(day: number): readonly number[] {
    let halts = this.#halts.get(day);
    if (!halts) {
      const { stops } = this.#moves.dayTruth(day);
      this.#halts.set(day, (halts = stops.slice(1).map(({ startMs }) => startMs)));
    }
    return halts;
  }
}

const left = (ms: number, constantS: number): number => Math.exp(-ms / 1000 / constantS);
