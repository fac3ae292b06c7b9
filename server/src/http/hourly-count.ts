import { fault } from '@milepost/contract/fault';
import { AppError } from '../errors.ts';

const HOUR_MS = 3_600_000;

/** Counts the fetches of each link in the present hour. */
export class HourlyCount {
  #hour = -1;
  readonly #counts = new Map<number, number>();
  readonly #most: number;
  readonly #now: () => number;

  constructor(most: number, now: () => number = () => Date.now()) {
    this.#most = most;
    this.#now = now;
  }

  /** Counts one more. @throws AppError `too-many` */
  take(id: number): void {
    const now = this.#now();
    const hour = Math.floor(now / HOUR_MS);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#counts.clear();
    }
    const count = this.#counts.get(id) ?? 0;
    if (count >= this.#most) {
      const retryAfterS = Math.max(1, Math.ceil(((hour + 1) * HOUR_MS - now) / 1000));
      throw new AppError('too-many', fault('too-many-calls', { wait: retryAfterS }), { retryAfterS });
    }
    this.#counts.set(id, count + 1);
  }
}
