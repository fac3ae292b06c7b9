import { availableParallelism } from 'node:os';
import { Turnstile } from '../auth/turnstile.ts';
import { AppError } from '../errors.ts';

/** Of one organisation one is worked out at a time; of all, one processor is left to everything else. */
const MOST_WAITING = 5;
const all = new Turnstile(Math.max(1, Math.min(4, availableParallelism() - 1)), 40);
const lines = new Map<number, Turnstile>();
/** The proposal that a person waits for: a newer one ends it. */
const running = new Map<number, { ends: AbortController; done: number }>();

interface Asks {
  userId: number;
  organisationId: number;
  gone: AbortSignal;
}

/** The share of the work that is done of the proposal that a person waits for, 0 to 1; null: none. */
export const doneOf = (userId: number): number | null => running.get(userId)?.done ?? null;

/**
 * Works a proposal out when it is the organisation's turn. It is ended by the person's next one, and when the caller goes
 * away.
 * @throws AppError `conflict` for the one that was ended, `too-many` when too many wait
 */
export async function inTurn<Result>(
  { userId, organisationId, gone }: Asks,
  work: (signal: AbortSignal, tell: (done: number) => void) => Promise<Result>,
): Promise<Result> {
  running.get(userId)?.ends.abort();
  const mine = { ends: new AbortController(), done: 0 };
  running.set(userId, mine);
  const signal = AbortSignal.any([mine.ends.signal, gone]);
  const line = lines.get(organisationId) ?? new Turnstile(1, MOST_WAITING);
  lines.set(organisationId, line);
  try {
    return await line.pass(() =>
      all.pass(async () => {
        signal.throwIfAborted();
        return work(signal, (done) => (mine.done = done));
      }),
    );
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new AppError('conflict', 'order-replaced', { cause: error });
  } finally {
    if (running.get(userId) === mine) running.delete(userId);
    if (line.idle) lines.delete(organisationId);
  }
}
