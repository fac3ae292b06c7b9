import { fault } from '@milepost/contract/fault';
import { AppError } from '../errors.ts';

interface Waiting {
  of: string | number;
  enter: () => void;
  refuse: (error: AppError) => void;
}

/**
 * Limits how many pieces of work run concurrently; the others queue, and beyond `maxWaiting` are refused. For work
 * that costs a processor: a flood of it must neither stop everything else nor pile up. When work has sources, the
 * source served longest ago comes first, and a full queue refuses one from the source with the most waiting.
 */
export class Turnstile {
  #inside = 0;
  readonly #line: Waiting[] = [];
  /** The order in which waiting sources were last served, as increasing numbers. */
  readonly #lastEntered = new Map<string | number, number>();
  #entered = 0;
  readonly #atOnce: number;
  readonly #maxWaiting: number;

  constructor(atOnce: number, maxWaiting: number) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  /** True when nothing runs or waits. */
  get idle(): boolean {
    return this.#inside === 0;
  }

  /**
   * @param of the source of the work; the same for all when omitted
   * @throws AppError `too-many` when the queue is full
   */
  async pass<Result>(work: () => Promise<Result>, of: string | number = ''): Promise<Result> {
    if (this.#inside >= this.#atOnce) await this.#wait(of);
    else this.#inside++;
    this.#lastEntered.set(of, ++this.#entered);
    try {
      return await work();
    } finally {
      // The next waiting work takes over the slot directly, so that no new arrival can take it.
      const next = this.#takeNext();
      if (next) next.enter();
      else this.#inside--;
      if (this.idle) this.#lastEntered.clear();
    }
  }

  #takeNext(): Waiting | undefined {
    let chosen = 0;
    for (const [at, { of }] of this.#line.entries()) {
      if (this.#enteredAt(of) < this.#enteredAt(this.#line[chosen]?.of ?? '')) chosen = at;
    }
    return this.#line.splice(chosen, 1)[0];
  }

  #enteredAt(of: string | number): number {
    return this.#lastEntered.get(of) ?? 0;
  }

  async #wait(of: string | number): Promise<void> {
    if (this.#line.length >= this.#maxWaiting) this.#makeRoom(of);
    return new Promise((enter, refuse) => this.#line.push({ of, enter, refuse }));
  }

  /** Refuses the last piece of the source with the most waiting; the newcomer's if no source would have more. */
  #makeRoom(newcomer: string | number): void {
    const counts = new Map<string | number, number>();
    for (const { of } of this.#line) counts.set(of, (counts.get(of) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const busy = fault('busy', { wait: 5 });
    if ((counts.get(newcomer) ?? 0) + 1 >= most) throw new AppError('too-many', busy, { retryAfterS: 5 });
    const last = this.#line.findLastIndex(({ of }) => counts.get(of) === most);
    const [refused] = this.#line.splice(last, 1);
    refused?.refuse(new AppError('too-many', busy, { retryAfterS: 5 }));
  }
}
