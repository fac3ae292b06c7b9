import type { Moves, TrueStop, TrueTrip, TrueFacts } from './movement.ts';

/** A span in which an engine was stopped by command; ms since 1970, `toMs` null while it still is. */
export interface EngineStopSpan {
  fromMs: number;
  toMs: number | null;
}

/**
 * A movement whose engine can be stopped remotely: it stands where it is, and when the engine is resumed it continues
 * its plan with a delay. It is back on time once it is where it would be anyway.
 */
export class ObedientMovement implements Moves {
  readonly #own: Moves;
  #holds: EngineStopSpan[];

  /** @param holds the holds of an earlier process, oldest first */
  constructor(own: Moves, holds: readonly EngineStopSpan[] = []) {
    this.#own = own;
    this.#holds = holds.map((hold) => ({ ...hold }));
  }

  /** The state required to continue after a restart. */
  get holds(): readonly EngineStopSpan[] {
    return this.#holds;
  }

  stop(ms: number): void {
    if (this.#holdAt(ms) === null) this.#holds.push({ fromMs: ms, toMs: null });
  }

  resume(ms: number): void {
    const hold = this.#holdAt(ms);
    if (hold) hold.toMs = ms;
  }

  /** Drops past holds when they no longer matter: the vehicle has driven as far and is at the same location. */
  catchUp(ms: number): void {
    if (this.#holds.length === 0 || this.#holdAt(ms) !== null) return;
    const [late, planned] = [this.truthAt(ms), this.#own.truthAt(ms)];
    if (late.state === 'stopped' && planned.state === 'stopped' && late.odometerM === planned.odometerM)
      this.#holds = [];
  }

  truthAt(ms: number): TrueFacts {
    const truth = this.#own.truthAt(this.#ownMs(ms));
    if (this.#holdAt(ms) === null) return truth;
    return { ...truth, speedKph: 0, ignition: false, state: 'stopped' };
  }

  nextChange(ms: number): number {
    const hold = this.#holdAt(ms);
    if (hold) return hold.toMs ?? Infinity;
    return this.#own.nextChange(this.#ownMs(ms)) + this.#lateMs(ms);
  }

  engineSince(ms: number): number {
    const hold = this.#holdAt(ms);
    if (hold) return hold.fromMs;
    const restarts = this.#holds.flatMap(({ toMs }) => (toMs !== null && toMs <= ms ? [toMs] : []));
    return Math.max(this.#own.engineSince(this.#ownMs(ms)) + this.#lateMs(ms), ...restarts);
  }

  haltedAt(ms: number): number {
    const at = this.#holdAt(ms)?.fromMs ?? ms;
    return this.#own.haltedAt(this.#ownMs(at)) + this.#lateMs(at);
  }

  /** As planned. */
  dayTruth(day: number): { trips: TrueTrip[]; stops: TrueStop[] } {
    return this.#own.dayTruth(day);
  }

  #holdAt(ms: number): EngineStopSpan | null {
    return this.#holds.find(({ fromMs, toMs }) => ms >= fromMs && (toMs === null || ms < toMs)) ?? null;
  }

  /** Returns its delay behind the plan. */
  #lateMs(ms: number): number {
    return this.#holds.reduce((sum, { fromMs, toMs }) => {
      return sum + Math.max(0, Math.min(ms, toMs ?? ms) - fromMs);
    }, 0);
  }

  #ownMs(ms: number): number {
    return ms - this.#lateMs(ms);
  }
}
