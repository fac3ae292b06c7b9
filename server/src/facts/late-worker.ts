import { readClearedByHand, readSilence } from '../store/facts/tracking-states.ts';
import { replaceFacts } from '../store/facts/replace-facts.ts';
import { contextFor } from './contexts.ts';
import { beginRecomputation, catchUp, type Recomputation, replacedSince, writesOf } from './recompute.ts';
import { track } from './tracked.ts';
import { announce, type TrackingCore } from './tracking-core.ts';

/** Makes the facts of installations again that wait for it, one after the other, beside ingest. */
export interface LateWorker {
  /** Ends with the one under way. */
  stop(): Promise<void>;
}

const LOOK_MS = 500;
/** Making facts again may take this share of the time: a device that always sends late data must not keep us busy. */
const PAUSE_FACTOR = 10;
const LONGEST_PAUSE_MS = 60_000;
/** After a failure, twice as long after each. */
const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 3_600_000;

export function startLateWorker(core: TrackingCore): LateWorker {
  const { queue, logger, metrics } = core;
  const failures = new Map<number, number>();
  let stopped = false;
  let working: Promise<void> = Promise.resolve();
  let busy = false;

  const one = async (installationId: number, lateAt: number) => {
    const started = performance.now();
    try {
      await makeAgain(core, installationId, lateAt);
      const took = performance.now() - started;
      failures.delete(installationId);
      queue.rest(installationId, Date.now(), Math.min(took * PAUSE_FACTOR, LONGEST_PAUSE_MS));
      metrics.recomputed(took / 1000);
    } catch (error) {
      const before = failures.get(installationId) ?? 0;
      failures.set(installationId, before + 1);
      queue.add(installationId, lateAt);
      queue.rest(installationId, Date.now(), Math.min(FIRST_RETRY_MS * 2 ** before, LONGEST_RETRY_MS));
      metrics.failed();
      logger.error({ err: error, installationId }, 'The facts of an installation could not be made again');
      // Something may be gone that they refer to.
      const organisationId = core.directory.byId(installationId)?.organisationId;
      if (organisationId !== undefined) await core.contexts.refresh(organisationId).catch(() => {});
    }
  };
  const next = () => (stopped ? undefined : queue.take(Date.now()));
  const work = async () => {
    for (let due = next(); due; due = next()) await one(due.installationId, due.lateAt);
    busy = false;
  };
  const timer = setInterval(() => {
    metrics.late(queue.size());
    if (busy) return;
    busy = true;
    working = work();
  }, LOOK_MS);

  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await working;
    },
  };
}

/**
 * Reads again what is stored, beside ingest, which goes on with the state as it was; then, between two batches, what was
 * stored meanwhile, and puts the new state and facts into the place of the old.
 */
async function makeAgain(core: TrackingCore, installationId: number, lateAt: number): Promise<void> {
  const { database, directory, contexts, states, queue, turns } = core;
  const installation = directory.byId(installationId);
  if (!installation) {
    states.delete(installationId);
    return;
  }
  await contexts.load([installation.organisationId]);
  const organisation = contexts.current(installation.organisationId);
  const clearedByHand = (await readClearedByHand(database, [installationId])).get(installationId) ?? [];
  const context = contextFor(organisation, installation, clearedByHand);
  const run = await beginRecomputation(database, installation, context, lateAt);
  await catchUp(database, run, Date.now());
  await catchUp(database, run, Date.now());
  const reached = run.state.time;
  await turns.between(async () => {
    // It ended meanwhile, or came back: what was read is not what belongs to it.
    if (directory.byId(installationId) !== installation) {
      queue.add(installationId, lateAt);
      return;
    }
    await catchUp(database, run, Date.now());
    const stillLateAt = lateAgain(queue.waiting(installationId), reached);
    const silent = (await readSilence(database, [installationId])).get(installationId) ?? new Set<string>();
    const writes = writesOf(run, silent, organisation.severities, Date.now());
    const written = await replaceFacts(database, { writes, since: replacedSince(run, lateAt), lateAt, stillLateAt });
    if (stillLateAt === null) queue.drop(installationId);
    const heardAt = states.get(installationId)?.heardAt ?? Date.now();
    const tracked = track(installation, organisation, clearedByHand, writes.state ?? run.state, silent);
    states.set(installationId, { ...tracked, heardAt });
    announce(core, [writes], written);
  });
}

/** What came late meanwhile was read with the rest, unless it lies before what had been read by then. */
function lateAgain(waiting: number | undefined, reached: Recomputation['since']): number | null {
  return waiting !== undefined && Number.isFinite(waiting) && reached !== null && waiting <= reached ? waiting : null;
}
