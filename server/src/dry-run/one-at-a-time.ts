import { Turnstile } from '../auth/turnstile.ts';
import { AppError } from '../errors.ts';

/** Dry runs that take a processor at once; a person has one, and a newer one ends it. */
const AT_ONCE = 2;
const MOST_WAITING = 20;

const turnstile = new Turnstile(AT_ONCE, MOST_WAITING);
const running = new Map<number, AbortController>();

/**
 * Runs a person's dry run in its turn. It is ended by the person's next one, and when the caller goes away.
 * @throws AppError `conflict` for the one that was ended, `too-many` when too many wait
 */
export async function oneAtATime<Result>(
  userId: number,
  gone: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  running.get(userId)?.abort();
  const mine = new AbortController();
  running.set(userId, mine);
  const signal = AbortSignal.any([mine.signal, gone]);
  try {
    return await turnstile.pass(async () => {
      signal.throwIfAborted();
      return work(signal);
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new AppError('conflict', 'dry-run-replaced', { cause: error });
  } finally {
    if (running.get(userId) === mine) running.delete(userId);
  }
}
