import { fault } from '@milepost/contract/fault';
import { AppError } from '../errors.ts';

/** Long answers that one person, or the holder of a link, may leave untaken before the next call waits. */
const MOST_UNTAKEN = 8;
/** Calls that wait until one is taken; further ones are refused. */
const MOST_WAITING = 60;

interface Taker {
  untaken: number;
  waiting: (() => void)[];
}

/**
 * Counts the long answers that are in memory until their readers take them. Whoever takes none waits for themself with the next
 * call, before it costs anything: a thousand connections that read nothing would else hold a thousand answers.
 */
export class Untaken {
  readonly #takers = new Map<string, Taker>();

  /**
   * Resolves once the taker has room for another answer.
   * @throws AppError `too-many` where too many of the taker's calls wait
   */
  async room(key: string): Promise<void> {
    for (;;) {
      const taker = this.#takers.get(key);
      if (!taker || taker.untaken < MOST_UNTAKEN) return;
      if (taker.waiting.length >= MOST_WAITING) {
        throw new AppError('too-many', fault('busy', { wait: 5 }), { retryAfterS: 5 });
      }
      await new Promise<void>((resolve) => taker.waiting.push(resolve));
    }
  }

  /** Counts an answer until it is taken. */
  async hold(key: string, taken: Promise<void>): Promise<void> {
    const taker = this.#takers.get(key) ?? { untaken: 0, waiting: [] };
    this.#takers.set(key, taker);
    taker.untaken++;
    await taken;
    taker.untaken--;
    taker.waiting.shift()?.();
    if (taker.untaken === 0 && taker.waiting.length === 0) this.#takers.delete(key);
  }
}
