import { availableParallelism } from 'node:os';
import { Turnstile } from '../auth/turnstile.ts';
import { AppError } from '../errors.ts';
import type { Caller } from '../store/people/callers.ts';

/** The maximum of waiting proposals of one organisation. */
const MAX_WAITING = 5;
/** The maximum for all organisations together. */
const MAX_WAITING_OF_ALL = 40;

interface ProposalParams {
  userId: number;
  organisationId: number;
  /** Among the waiting proposals of all customers, that of the customer served longest ago comes first. */
  tenantId: number;
  gone: AbortSignal;
}

interface ProposalQueue {
  /** The completed share of the work that a person waits for, 0 to 1; null when there is none. */
  doneOf: (userId: number) => number | null;
  /**
   * Computes a proposal when it is the organisation's turn. It is cancelled by the person's next one, and when the
   * caller disconnects.
   * @throws AppError `conflict` for the cancelled one, `too-many` when too many wait
   */
  inTurn: <Result>(
    params: ProposalParams,
    work: (signal: AbortSignal, reportProgress: (done: number) => void) => Promise<Result>,
  ) => Promise<Result>;
  /** Cancels the person's work in this process, if there is some. */
  cancel(userId: number): void;
}

export const proposalParams = ({ userId, tenantId, scope }: Caller, gone: AbortSignal): ProposalParams => ({
  userId,
  organisationId: scope.organisationId,
  tenantId,
  gone,
});

/** Computes one proposal of an organisation at a time. @param atOnce the maximum of all organisations together */
function createProposalQueue(atOnce: number): ProposalQueue {
  const all = new Turnstile(atOnce, MAX_WAITING_OF_ALL);
  const lines = new Map<number, Turnstile>();
  /** The proposal that each person waits for; a newer one cancels it. */
  const running = new Map<number, { ends: AbortController; done: number }>();
  const cancel = (userId: number) => running.get(userId)?.ends.abort();
  return {
    cancel,
    doneOf: (userId) => running.get(userId)?.done ?? null,
    inTurn: async ({ userId, organisationId, tenantId, gone }, work) => {
      cancel(userId);
      const mine = { ends: new AbortController(), done: 0 };
      running.set(userId, mine);
      const signal = AbortSignal.any([mine.ends.signal, gone]);
      const line = lines.get(organisationId) ?? new Turnstile(1, MAX_WAITING);
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

/** Each proposal uses seconds of a processor; one processor is left to everything else. */
export const {
  doneOf,
  inTurn: queueProposal,
  cancel: cancelProposal,
} = createProposalQueue(Math.max(1, Math.min(4, availableParallelism() - 1)));

/**
 * The times of tours that a person changed. They take moments here, but as many router requests as a proposal, and do
 * not wait for proposals.
 */
export const { doneOf: timesDoneOf, inTurn: queueTimes, cancel: cancelTimes } = createProposalQueue(2);
