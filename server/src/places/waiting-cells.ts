import type { Cell } from '../store/addresses/addresses.ts';

/** Who wants an address: the session of somebody who looks (null: an API token), a report, or nobody unless it is known. */
export type Wanting = number | null | 'report' | 'nobody';

/** A square and the sessions of people who look at it now; none where a report is made. */
export interface WaitingCell extends Cell {
  key: number;
  sessionIds: Set<number>;
}

/** Squares that wait for those who look; the oldest are dropped: nobody looks at them any more. */
const MOST_LOOKED_AT = 1000;
/** Squares of reports, which wait until nobody looks; more are left out. */
const MOST_OF_REPORTS = 5000;

/** Squares whose address is still to be asked for: what somebody looks at first, and of that the newest. */
export class WaitingCells {
  readonly #lookedAt = new Map<number, WaitingCell>();
  readonly #ofReports = new Map<number, WaitingCell>();

  get size(): number {
    return this.#lookedAt.size + this.#ofReports.size;
  }

  add(key: number, cell: Cell, wanting: Exclude<Wanting, 'nobody'>): void {
    if (wanting === 'report') {
      if (this.#ofReports.size < MOST_OF_REPORTS && !this.#lookedAt.has(key) && !this.#ofReports.has(key)) {
        this.#ofReports.set(key, { key, ...cell, sessionIds: new Set() });
      }
      return;
    }
    const waiting = this.#lookedAt.get(key) ?? { key, ...cell, sessionIds: new Set() };
    if (wanting !== null) waiting.sessionIds.add(wanting);
    // Set anew, so that it is the newest.
    this.#lookedAt.delete(key);
    this.#lookedAt.set(key, waiting);
    this.#ofReports.delete(key);
    const [oldest] = this.#lookedAt.keys();
    if (this.#lookedAt.size > MOST_LOOKED_AT && oldest !== undefined) this.#lookedAt.delete(oldest);
  }

  /** The next to be asked for; it waits no longer. */
  take(): WaitingCell | null {
    const newest = [...this.#lookedAt.values()].at(-1);
    const next = newest ?? this.#ofReports.values().next().value;
    if (next === undefined) return null;
    this.#lookedAt.delete(next.key);
    this.#ofReports.delete(next.key);
    return next;
  }

  /** It could not be asked for: it waits again, behind what was added meanwhile. */
  putBack(cell: WaitingCell): void {
    if (this.#lookedAt.has(cell.key) || this.size >= MOST_LOOKED_AT) return;
    this.#ofReports.set(cell.key, cell);
  }

  /** Whether a session waits for more. */
  awaitedBy(sessionId: number): boolean {
    return [...this.#lookedAt.values()].some(({ sessionIds }) => sessionIds.has(sessionId));
  }
}
