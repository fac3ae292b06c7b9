import { reasonOf } from '../fault.ts';
import { type KnownPasts, makeExpected } from '../store/runs/expected-runs.ts';
import { makeRunFacts } from '../store/runs/make-run-facts.ts';
import { dropPlaceChanges, listOnRunsTo, listPlaceChanges } from '../store/runs/place-changes.ts';
import type { ColdCounts } from '../store/runs/write-run-cold.ts';
import { markRunsOfTime } from '../store/runs/run-marks.ts';
import { isOwned, requestRecompute, type TrackingCore } from './tracking-core.ts';
import { markLate } from '../store/facts/tracking-states.ts';

/**
 * Derives the facts of runs in parallel with ingest, and notifies tracking of places that are new, moved or deleted.
 */
export interface Runs {
  /** Waits for the work in progress. */
  stop(): Promise<void>;
}

/** The longest delay until a vehicle's facts are assigned to its run. */
const LOOK_MS = 500;
/** The interval of checking which runs begin or are over. */
const MARK_MS = 60_000;

export function startRuns(core: TrackingCore): Runs {
  const { database, bus, logger } = core;
  let stopped = false;
  const isStopped = () => stopped;
  let markedAt = 0;
  const pasts: KnownPasts = new Map();
  const counts: ColdCounts = new Map();
  let looking: Promise<void> | null = null;

  const look = async () => {
    // One process does it for all: the one that has the first partition.
    if (core.tenureOf(0) === undefined) {
      pasts.clear();
      counts.clear();
      return;
    }
    await followPlaces(core);
    if (Date.now() - markedAt >= MARK_MS) {
      await markRunsOfTime(database);
      markedAt = Date.now();
    }
    let taken = 1;
    const changed: number[] = [];
    while (taken > 0 && !isStopped()) {
      const made = await makeRunFacts(database, Date.now(), counts);
      taken = made.taken;
      changed.push(...made.changed.map(({ runId }) => runId));
      if (made.changed.length > 0) bus.publish('runs-changed', { runs: made.changed });
    }
    const expected = await makeExpected(database, pasts, changed, Date.now());
    if (expected.length > 0) bus.publish('runs-changed', { runs: expected });
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => {
        if (!stopped) logger.warn({ reason: reasonOf(error) }, 'Runs could not be updated yet; retrying');
      })
      .finally(() => (looking = null));
  }, LOOK_MS);

  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}

/** Reloads the places of an organisation in tracking and has the dwells of the affected vehicles recomputed. */
async function followPlaces(core: TrackingCore): Promise<void> {
  const { bus, database, contexts } = core;
  const changes = await listPlaceChanges(database);
  if (changes.length === 0) return;
  for (const organisationId of new Set(changes.map((change) => change.organisationId))) {
    await contexts.refresh(organisationId);
    // Other processes have the devices of some of its vehicles.
    if (core.isShared) bus.publish('tracking-changed', { organisationId });
  }
  const moved = changes.flatMap(({ placeId }) => (placeId === null ? [] : [placeId]));
  for (const { installationId, since } of moved.length > 0 ? await listOnRunsTo(database, moved) : []) {
    if (isOwned(core, installationId)) await requestRecompute(core, installationId, since);
    else {
      await markLate(database, installationId, since);
      bus.publish('past-changed', { marks: [{ installationId, lateAt: since }] });
    }
  }
  await dropPlaceChanges(
    database,
    changes.map(({ id }) => id),
  );
}
