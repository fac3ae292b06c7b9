import { setTimeout as delay } from 'node:timers/promises';

/** The pause of background work as a multiple of its work time: on an idle process, and at most. */
const [REST, MAX_REST] = [3, 15];
/** The longest pause, even after a query that took seconds. */
const MAX_REST_MS = 30_000;
/** After this total of pauses, each pause is only as long as the work before it, so that the work comes to an end. */
const MAX_RESTED_MS = 600_000;

/**
 * Paces background work, such as the files of schedules: it pauses between its pieces so that devices and people come
 * first. A pause is longer if the process was busier during the previous pause.
 */
export class BackgroundPacer {
  #began = performance.now();
  /** The part of the last pause, 0 to 1, in which the process was busy with other work. */
  #busy = 0;
  #restedMs = 0;
  readonly #signal: AbortSignal;

  /** @param signal ends a pause; `rest` then throws its reason */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Pauses in proportion to the work since the last pause. */
  async rest(): Promise<void> {
    const worked = performance.now() - this.#began;
    const before = performance.eventLoopUtilization();
    const wanted = restMs(worked, this.#busy);
    const ms = this.#restedMs < MAX_RESTED_MS ? wanted : Math.min(wanted, worked);
    await delay(ms, undefined, { signal: this.#signal });
    this.#restedMs += ms;
    this.#busy = performance.eventLoopUtilization(before).utilization;
    this.#began = performance.now();
  }
}

/** The milliseconds of pause for `worked` milliseconds in a process with this utilisation, 0 to 1. */
export const restMs = (worked: number, busy: number): number =>
  Math.min(MAX_REST_MS, worked * Math.min(MAX_REST, REST / Math.max(1 - busy, 0.01)));
