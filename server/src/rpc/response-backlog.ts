import { fault } from '@milepost/contract/fault';
import { AppError } from '../errors.ts';

/** Long replies that one person, or the holder of a link, may leave unread before the next call waits. */
const MAX_PENDING = 8;
/** Calls that wait until one is received; further ones are refused. */
const MAX_WAITING = 60;

interface Consumer {
  untaken: number;
  waiting: (() => void)[];
}

/**
 * Counts the long replies that are in memory until their readers have received them. A reader who receives none waits
 * for themselves with the next call, before it costs anything; otherwise a thousand connections that read nothing would
 * keep a thousand replies in memory.
 */
export class ResponseBacklog {
  readonly #takers = new Map<string, Consumer>();

  /**
   * Resolves once the reader has room for another reply.
   * @throws AppError `too-many` when too many of the reader's calls wait
   */
  async room(key: string): Promise<void> {
    for (;;) {
      const consumer = this.#takers.get(key);
      if (!consumer || consumer.untaken < MAX_PENDING) return;
      if (consumer.waiting.length >= MAX_WAITING) {
        throw new AppError('too-many', fault('busy', { wait: 5 }), { retryAfterS: 5 });
      }
      await new Promise<void>((resolve) => consumer.waiting.push(resolve));
    }
  }

  /** Counts a reply until it is received. */
  async hold(key: string, taken: Promise<void>): Promise<void> {
    const consumer = this.#takers.get(key) ?? { untaken: 0, waiting: [] };
    this.#takers.set(key, consumer);
    consumer.untaken++;
    await taken;
    consumer.untaken--;
    consumer.waiting.shift()?.();
    if (consumer.untaken === 0 && consumer.waiting.length === 0) this.#takers.delete(key);
  }
}
