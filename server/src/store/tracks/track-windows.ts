import type { TrackSpan } from './track-spans.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const [SHORTEST_MS, LONGEST_MS] = [HOUR_MS, 32 * DAY_MS];

/** A part of a span, in ISO 8601; the end is exclusive. */
export interface TrackWindow {
  from: string;
  to: string;
}

/**
 * The parts of a span in order of time, each with about the wanted number of fixes. A statement for the first fixes of
 * a long range reads and sorts all of it, since PostgreSQL cannot estimate their number: three months in pieces of a
 * hundred thousand were read sixteen times.
 */
export class TrackWindows {
  readonly #endMs: number;
  readonly #wanted: number;
  #lengthMs = DAY_MS;
  #fromMs: number;

  /** @param startMs the time from which it is read, epoch milliseconds; the span's own bounds also apply */
  constructor(span: Pick<TrackSpan, 'from' | 'to'>, wanted: number, startMs = Date.parse(span.from)) {
    this.#fromMs = startMs;
    // Times in the table are more precise than a millisecond.
    this.#endMs = Date.parse(span.to) + 1;
    this.#wanted = wanted;
  }

  /** The present window; null after the last. */
  get now(): TrackWindow | null {
    if (this.#fromMs >= this.#endMs) return null;
    const toMs = Math.min(this.#endMs, this.#fromMs + this.#lengthMs);
    return { from: new Date(this.#fromMs).toISOString(), to: new Date(toMs).toISOString() };
  }

  /** Advances to the next window, whose length depends on the number of fixes in this one. */
  next(found: number): void {
    this.#fromMs += this.#lengthMs;
    if (found > this.#wanted) this.#lengthMs = Math.max(SHORTEST_MS, this.#lengthMs / 2);
    else if (found < this.#wanted / 4) this.#lengthMs = Math.min(LONGEST_MS, this.#lengthMs * 2);
  }
}
