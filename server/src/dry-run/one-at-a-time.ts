import { Turnstile } from '../auth/turnstile.ts';
import { AppError } from '../errors.ts';

/** Dry runs that use a processor in parallel; a person has one, and a newer one cancels it. */
const AT_ONCE = 2;
const MAX_WAITING = 20;

/** An organisation has one running at a time, so that its people never occupy all slots. */
const MAX_WAITING_OF_ONE = 5;

const turnstile = new Turnstile(AT_ONCE, MAX_WAITING);
const ofOrganisations = new Map<number, Turnstile>();
const running = new Map<number, AbortController>();

/**
 * Runs a person's dry run when its turn comes. It is cancelled by the person's next one, and when the caller
 * disconnects.
 * @throws AppError `conflict` for the cancelled one, `too-many` when too many wait
 */
export async function oneAtATime<Result>(
  { userId, organisationId, tenantId }: { userId: number; organisationId: number; tenantId: number },
  gone: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  cancelDryRun(userId);
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

/** Cancels the person's dry run in this process, if there is one. */
export function cancelDryRun(userId: number): void {
  running.get(userId)?.abort();
}

async function ofOrganisation<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
  const own = ofOrganisations.get(id) ?? new Turnstile(1, MAX_WAITING_OF_ONE);
  ofOrganisations.set(id, own);
  try {
    return await own.pass(work);
  } finally {
    if (own.idle) ofOrganisations.delete(id);
  }
}
