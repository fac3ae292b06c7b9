import { setTimeout as delay } from 'node:timers/promises';

/** How many times as long as it worked, what nobody waits for rests where nothing else is to do, and at most. */
const [REST, MOST_REST] = [3, 15];
/** The longest rest: what is stuck is not slowed further. */
const MOST_REST_MS = 2000;

/**
 * Work that nobody waits for, such as the files of schedules: it rests between its pieces, so that devices and people come
 * first, and the longer the busier this process was while it rested before.
 */
export class Unhurried {
  #began = performance.now();
  /** The part of the last rest, 0 to 1, in which the process worked for others. */
  #busy = 0;

  /** Rests for what was done since the last rest. */
  async rest(): Promise<void> {
    const worked = performance.now() - this.#began;
    const before = performance.eventLoopUtilization();
    await delay(restMs(worked, this.#busy));
    this.#busy = performance.eventLoopUtilization(before).utilization;
    this.#began = performance.now();
  }
}

/** Milliseconds of rest for so many of work, in a process that is busy for this part of the time, 0 to 1. */
export const restMs = (worked: number, busy: number): number =>
  Math.min(MOST_REST_MS, worked * Math.min(MOST_REST, REST / Math.max(1 - busy, 0.01)));
