import type { Cell } from '../store/addresses/addresses.ts';

/**
 * The requester of an address: the session of a person (null for an API token), a report, or nobody, who only gets
 * known addresses.
 */
export type AddressRequester = number | null | 'report' | 'nobody';

/** A cell and the sessions of people who are looking at it; none for a report. */
export interface WaitingCell extends Cell {
  key: number;
  sessionIds: Set<number>;
}

/** The maximum of cells that people wait for; the oldest are dropped, because nobody looks at them any more. */
const MAX_LOOKED_AT = 1000;
/** The maximum of cells for reports, which wait until no person waits; more are dropped. */
const MAX_OF_REPORTS = 5000;

/** Cells whose address is still to be requested: first those that people look at, newest first. */
export class WaitingCells {
  readonly #lookedAt = new Map<number, WaitingCell>();
  readonly #ofReports = new Map<number, WaitingCell>();

  get size(): number {
    return this.#lookedAt.size + this.#ofReports.size;
  }

  add(key: number, cell: Cell, wanting: Exclude<AddressRequester, 'nobody'>): void {
    if (wanting === 'report') {
      if (this.#ofReports.size < MAX_OF_REPORTS && !this.#lookedAt.has(key) && !this.#ofReports.has(key)) {
        this.#ofReports.set(key, { key, ...cell, sessionIds: new Set() });
      }
      return;
    }
    const waiting = this.#lookedAt.get(key) ?? { key, ...cell, sessionIds: new Set() };
    if (wanting !== null) waiting.sessionIds.add(wanting);
    // Re-inserted, so that it is the newest.
    this.#lookedAt.delete(key);
    this.#lookedAt.set(key, waiting);
    this.#ofReports.delete(key);
    const [oldest] = this.#lookedAt.keys();
    if (this.#lookedAt.size > MAX_LOOKED_AT && oldest !== undefined) this.#lookedAt.delete(oldest);
  }

  /** Removes and returns the next cell to request. */
  take(): WaitingCell | null {
    const newest = [...this.#lookedAt.values()].at(-1);
    const next = newest ?? this.#ofReports.values().next().value;
    if (next === undefined) return null;
    this.#lookedAt.delete(next.key);
    this.#ofReports.delete(next.key);
    return next;
  }

  /** Returns a cell that could not be requested to the queue, behind cells added meanwhile. */
  putBack(cell: WaitingCell): void {
    if (this.#lookedAt.has(cell.key) || this.size >= MAX_LOOKED_AT) return;
    this.#ofReports.set(cell.key, cell);
  }

  /** True when a session waits for more. */
  awaitedBy(sessionId: number): boolean {
    return [...this.#lookedAt.values()].some(({ sessionIds }) => sessionIds.has(sessionId));
  }
}
