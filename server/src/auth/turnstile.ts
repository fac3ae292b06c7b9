import { fault } from '@milepost/contract/fault';
import { AppError } from '../errors.ts';

/**
 * Lets so many pieces of work through at once; the others wait in line, and beyond `mostWaiting` are sent away. For
 * work that costs a processor: a flood of it must neither stop everything else nor pile up.
 */
export class Turnstile {
  #inside = 0;
  readonly #line: (() => void)[] = [];
  readonly #atOnce: number;
  readonly #mostWaiting: number;

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** True where nobody is inside or waits. */
  get idle(): boolean {
    return this.#inside === 0;
  }

  /** @throws AppError `too-many` when the line is full */
  async pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#inside >= this.#atOnce) await this.#wait();
    else this.#inside++;
    try {
      return await work();
    } finally {
      // Whoever is next takes the place over, so that nobody who comes just now gets in between.
      const next = this.#line.shift();
      if (next) next();
      else this.#inside--;
    }
  }

  #wait(): Promise<void> {
    if (this.#line.length >= this.#mostWaiting) {
      throw new AppError('too-many', fault('busy', { wait: 5 }), { retryAfterS: 5 });
    }
    return new Promise((resolve) => this.#line.push(resolve));
  }
}
