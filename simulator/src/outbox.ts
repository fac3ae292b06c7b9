import type { Pace } from './pace.ts';
import type { Report } from './report.ts';

/** A report that waited longer than this was stored in memory. */
const ARCHIVED_AFTER_MS = 60_000;

/**
 * A device's memory: reports that are not yet acknowledged. New ones are sent first, so that the map is live
 * immediately; then the past, which is generated on demand. Unacknowledged reports are resent unchanged.
 */
export class Outbox {
  readonly #capacity: number;
  readonly #past: Iterator<Report>;
  readonly #pace: Pick<Pace, 'allow'> | null;
  #retry: Report[] = [];
  #live: Report[] = [];
  #pastDone = false;
  /** The past is acknowledged up to here; null before the first acknowledgement. */
  #pastAckedMs: number | null = null;
  #liveAckedMs: number | null = null;
  readonly #fromPast = new WeakSet<Report>();
  #pastUnacked = 0;
  #dropped = 0;

  /**
   * @param capacity reports that fit into the memory; when it is full, the oldest live ones are lost
   * @param pace limits the speed of the past; null: as fast as it is acknowledged
   */
  constructor(past: Iterator<Report>, capacity: number, pace: Pick<Pace, 'allow'> | null = null) {
    this.#pace = pace;
    this.#past = past;
    this.#capacity = capacity;
  }

  /** Reports lost because the memory was full. */
  get dropped(): number {
    return this.#dropped;
  }

  /** True when the whole past is acknowledged. */
  get pastIsOver(): boolean {
    return this.#pastDone && this.#pastUnacked === 0;
  }

  /** All reports up to here are acknowledged: the starting point after a restart. */
  get ackedUpToMs(): number | null {
    return this.pastIsOver ? (this.#liveAckedMs ?? this.#pastAckedMs) : this.#pastAckedMs;
  }

  add(report: Report): void {
    this.#live.push(report);
    if (this.#live.length <= this.#capacity) return;
    this.#live.shift();
    this.#dropped += 1;
  }

  /** Returns up to `count` reports to send now, possibly none. */
  take(count: number, nowMs: number): Report[] {
    if (this.#retry.length > 0) return this.#retry.splice(0, count);
    if (this.#live.length > 0) {
      const batch = this.#live.splice(0, count);
      for (const report of batch) report.archived = nowMs - report.timeMs > ARCHIVED_AFTER_MS;
      return batch;
    }
    if (this.#pastDone) return [];
    const batch: Report[] = [];
    const allowed = this.#pace ? this.#pace.allow(count, performance.now()) : count;
    while (batch.length < allowed && !this.#pastDone) {
      const next = this.#past.next();
      if (next.done) this.#pastDone = true;
      else {
        next.value.archived = true;
        this.#fromPast.add(next.value);
        this.#pastUnacked += 1;
        batch.push(next.value);
      }
    }
    return batch;
  }

  /** Marks reports as stored by the server. */
  acked(reports: readonly Report[]): void {
    for (const report of reports) {
      if (this.#fromPast.has(report)) {
        this.#pastUnacked -= 1;
        this.#pastAckedMs = Math.max(this.#pastAckedMs ?? 0, report.timeMs);
      } else this.#liveAckedMs = Math.max(this.#liveAckedMs ?? 0, report.timeMs);
    }
  }

  /** Returns reports after a lost connection: they were sent, but it is unknown whether they arrived. */
  putBack(reports: readonly Report[]): void {
    this.#retry = [...reports, ...this.#retry];
  }
}
