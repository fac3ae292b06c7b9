import { Turnstile } from '../auth/turnstile.ts';
import { AppError } from '../errors.ts';

/** Dry runs that take a processor at once; a person has one, and a newer one ends it. */
const AT_ONCE = 2;
const MOST_WAITING = 20;

/** Of an organisation one at a time, so that its people never take all places. */
const MOST_WAITING_OF_ONE = 5;

const turnstile = new Turnstile(AT_ONCE, MOST_WAITING);
const ofOrganisations = new Map<number, Turnstile>();
const running = new Map<number, AbortController>();

/**
 * Runs a person's dry run in its turn. It is ended by the person's next one, and when the caller goes away.
 * @throws AppError `conflict` for the one that was ended, `too-many` when too many wait
 */
export async function oneAtATime<Result>(
  { userId, organisationId, tenantId }: { userId: number; organisationId: number; tenantId: number },
  gone: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  running.get(userId)?.abort();
  const mine = new AbortController();
  running.set(userId, mine);
  const signal = AbortSignal.any([mine.signal, gone]);
  try {
    return await ofOrganisation(organisationId, () =>
      turnstile.pass(async () => {
        signal.throwIfAborted();
        return work(signal);
      }, tenantId),
    );
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new AppError('conflict', 'dry-run-replaced', { cause: error });
  } finally {
    if (running.get(userId) === mine) running.delete(userId);
  }
}

async function ofOrganisation<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
  const own = ofOrganisations.get(id) ?? new Turnstile(1, MOST_WAITING_OF_ONE);
  ofOrganisations.set(id, own);
  try {
    return await own.pass(work);
  } finally {
    if (own.idle) ofOrganisations.delete(id);
  }
}
