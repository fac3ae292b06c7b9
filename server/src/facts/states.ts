import type { AnyReport } from '@milepost/tracking/report';
import { newState } from '@milepost/tracking/track-state';
import type { Queryable } from '../store/database.ts';
import type { Installation } from '../store/fleet/installations.ts';
import { readClearedByHand, readSilence, readStates } from '../store/facts/tracking-states.ts';
import { readFirstReports } from '../store/tracks/reports.ts';
import type { Contexts } from './contexts.ts';
import type { OlderQueue } from './older-queue.ts';
import { inSlices } from '../loop/slices.ts';
import { AHEAD_MS, giveUp, replay, settle, track, type TrackedInstallation } from './tracked.ts';
import type { WorkShare } from './work-share.ts';

/** The number of installations read with one query. */
const TOGETHER = 100;
/** An installation with more reports than this to replay is recomputed in parallel with ingest. */
const MAX_REPLAYED = 500;
interface Sources {
  database: Queryable;
  contexts: Contexts;
  older: OlderQueue;
  shares: WorkShare;
}

/**
 * Reads the states of installations and takes in the reports stored after them. Those with too many such reports, and
 * those for which tracking fails, are `behind`.
 */
export async function loadStates(
  installations: readonly Installation[],
  sources: Sources,
): Promise<TrackedInstallation[]> {
  const loaded: TrackedInstallation[] = [];
  await sources.contexts.load(installations.map(({ organisationId }) => organisationId));
  for (let start = 0; start < installations.length; start += TOGETHER) {
    loaded.push(...(await loadSome(installations.slice(start, start + TOGETHER), sources)));
  }
  return loaded;
}

async function loadSome(
  installations: readonly Installation[],
  { database, contexts, older, shares }: Sources,
): Promise<TrackedInstallation[]> {
  const ids = installations.map(({ id }) => id);
  const [states, cleared, silent] = await Promise.all([
    readStates(database, ids),
    readClearedByHand(database, ids),
    readSilence(database, ids),
  ]);
  const loaded = installations.map((installation) => {
    const { id, organisationId } = installation;
    const state = states.get(id) ?? newState();
    const organisation = contexts.current(organisationId);
    return track(installation, organisation, cleared.get(id) ?? [], state, silent.get(id) ?? new Set());
  });
  const until = Date.now() + AHEAD_MS;
  const missing = await readFirstReports(
    database,
    loaded.map(({ installation: { id, deviceId, from, to }, state: { time, hash, ended } }) => ({
      deviceId,
      from: new Date(from),
      // No reports for an ended state, nor for one that will be recomputed.
      to: new Date(ended || older.isUnreadable(id) ? from : (to ?? until)),
      after: time === null ? undefined : { time, hash },
      unsealed: true,
    })),
    MAX_REPLAYED,
  );
  for (const [index, tracked] of loaded.entries()) {
    const first = missing[index];
    tracked.behind =
      older.isUnreadable(tracked.installation.id) ||
      !first?.complete ||
      !(await tryReplay(tracked, first.reports, shares));
    if (tracked.behind) giveUp(tracked);
    // A geofence may have changed while this process did not run, or just before it was killed.
    settle(tracked, Date.now());
  }
  return loaded;
}

async function tryReplay(
  tracked: TrackedInstallation,
  reports: readonly AnyReport[],
  shares: WorkShare,
): Promise<boolean> {
  const { organisationId } = tracked.installation;
  const slices = inSlices('load-state', organisationId);
  try {
    let taken = 0;
    while (taken < reports.length) {
      const [first, began] = [taken, performance.now()];
      const before = tracked.pending.facts.length;
      taken = replay(tracked, reports, first, slices.isOver);
      const made = tracked.pending.facts.length - before;
      shares.spend(organisationId, taken - first, performance.now() - began, made);
      if (taken < reports.length && !shares.has(organisationId)) return false;
      if (slices.isOver()) await slices.next();
    }
    return true;
  } catch {
    return false;
  }
}
