import { availableParallelism } from 'node:os';
import { Turnstile } from '../auth/turnstile.ts';
import { AppError } from '../errors.ts';
import type { Caller } from '../store/people/callers.ts';

/** Of one organisation so many wait. */
const MOST_WAITING = 5;
/** Of all organisations together. */
const MOST_WAITING_OF_ALL = 40;

interface ProposalParams {
  userId: number;
  organisationId: number;
  /** Among those who wait of all customers, whoever was let in longest ago comes first. */
  tenantId: number;
  gone: AbortSignal;
}

interface ProposalQueue {
  /** The share of the work that is done of what a person waits for, 0 to 1; null: nothing. */
  doneOf: (userId: number) => number | null;
  /**
   * Works something out when it is the organisation's turn. It is ended by the person's next one, and when the caller goes
   * away.
   * @throws AppError `conflict` for the one that was ended, `too-many` when too many wait
   */
  inTurn: <Result>(
    params: ProposalParams,
    work: (signal: AbortSignal, reportProgress: (done: number) => void) => Promise<Result>,
  ) => Promise<Result>;
}

export const proposalParams = ({ userId, tenantId, scope }: Caller, gone: AbortSignal): ProposalParams => ({
  userId,
  organisationId: scope.organisationId,
  tenantId,
  gone,
});

/** Of one organisation one is worked out at a time. @param atOnce of all together */
function createProposalQueue(atOnce: number): ProposalQueue {
  const all = new Turnstile(atOnce, MOST_WAITING_OF_ALL);
  const lines = new Map<number, Turnstile>();
  /** What a person waits for: a newer one ends it. */
  const running = new Map<number, { ends: AbortController; done: number }>();
  return {
    doneOf: (userId) => running.get(userId)?.done ?? null,
    inTurn: async ({ userId, organisationId, tenantId, gone }, work) => {
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
          }, tenantId),
        );
      } catch (error) {
        if (!signal.aborted) throw error;
        throw new AppError('conflict', 'order-replaced', { cause: error });
      } finally {
        if (running.get(userId) === mine) running.delete(userId);
        if (line.idle) lines.delete(organisationId);
      }
    },
  };
}

/** Proposals take seconds of a processor each: one is left to everything else. */
export const { doneOf, inTurn: queueProposal } = createProposalQueue(
  Math.max(1, Math.min(4, availableParallelism() - 1)),
);

/**
 * The times of tours that a person changed. They take moments here, but as many questions to a router as a proposal, and wait for
 * no proposal.
 */
export const { doneOf: timesDoneOf, inTurn: queueTimes } = createProposalQueue(2);
