import { setTimeout as delay } from 'node:timers/promises';

/** How many times as long as it worked, what nobody waits for rests where nothing else is to do, and at most. */
const [REST, MOST_REST] = [3, 15];
/** The longest rest. A piece that the database works on for seconds is followed by as long a rest as others are. */
const MOST_REST_MS = 30_000;
/** As long as one rests in all; then it rests as long as it works, so that it comes to its end. */
const MOST_RESTED_MS = 600_000;

/**
 * Work that nobody waits for, such as the files of schedules: it rests between its pieces, so that devices and people come
 * first, and the longer the busier this process was while it rested before.
 */
export class Unhurried {
  #began = performance.now();
  /** The part of the last rest, 0 to 1, in which the process worked for others. */
  #busy = 0;
  #restedMs = 0;
  readonly #signal: AbortSignal;

  /** @param signal ends a rest: `rest` throws its reason then */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Rests for what was done since the last rest. */
  async rest(): Promise<void> {
    const worked = performance.now() - this.#began;
    const before = performance.eventLoopUtilization();
    const wanted = restMs(worked, this.#busy);
    const ms = this.#restedMs < MOST_RESTED_MS ? wanted : Math.min(wanted, worked);
    await delay(ms, undefined, { signal: this.#signal });
    this.#restedMs += ms;
    this.#busy = performance.eventLoopUtilization(before).utilization;
    this.#began = performance.now();
  }
}

/** Milliseconds of rest for so many of work, in a process that is busy for this part of the time, 0 to 1. */
export const restMs = (worked: number, busy: number): number =>
  Math.min(MOST_REST_MS, worked * Math.min(MOST_REST, REST / Math.max(1 - busy, 0.01)));
