import { setTimeout as delay } from 'node:timers/promises';
import { isLasting, reasonOf } from '../fault.ts';
import { listOlderFacts, markOlder, markOlderOf } from '../store/facts/older-facts.ts';
import { readClearedByHand } from '../store/facts/tracking-states.ts';
import { inSlices } from '../loop/slices.ts';
import type { InstallationWrites } from '../store/facts/fact-writes.ts';
import type { Installation } from '../store/fleet/installations.ts';
import { readPrivateStates } from '../store/private-time/private-times.ts';
import { applyMarks } from '../store/private-time/mark-private-time.ts';
import { endOpenMarks } from '../store/private-time/own-trips.ts';
import { sealPastAgain } from '../store/private-time/seal-installed.ts';
import { type DirectoryChanges, isReadEqually, workshopChange } from './directory.ts';
import { clearByHand, follow, takeDueWrites } from './tracked.ts';
import { isOwned, requestRecompute, INSTALLATIONS_PER_WRITE, type TrackingCore, writeFacts } from './tracking-core.ts';
import { whileAway } from './while-away.ts';

const RETRY_MS = 1000;
const LOOK_MS = 60_000;
const AT_MOST_SEALED = 20;

/** A change of an installation whose device another process has. */
interface MissedChange {
  at: number;
  installationId: number;
  apply: () => Promise<void>;
}

/** The owner of a device has applied a change within this time, or ended before and left it to the next one. */
const MISSED_FOR_MS = 60_000;

interface News {
  /** Applies what happened lately to installations that this process has from now on. */
  takeOver(): void;
  /** Resolves when everything that happened up to now is applied. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Applies what people change: installations, geofences, rules, thresholds, cleared alarms. Of a fleet that several
 * processes share, each applies what concerns its devices.
 */
export function followNews(core: TrackingCore): News {
  const { bus, database, logger, states } = core;
  let stopped = false;
  const isStopped = () => stopped;
  // In sequence, so that an older read never replaces a newer one.
  let last: Promise<void> = Promise.resolve();
  const untilDone = async (before: Promise<void>, work: () => Promise<void>): Promise<void> => {
    await before;
    for (let done = isStopped(); !done; done = done || isStopped()) {
      try {
        await work();
        done = true;
      } catch (error) {
        // What waits behind it would never be applied.
        if (isLasting(error)) return logger.error({ error }, 'A change could not be applied to tracking');
        logger.warn({ reason: reasonOf(error) }, 'A change has not reached tracking yet; retrying');
        await delay(RETRY_MS);
      }
    }
  };
  const then = (work: () => Promise<void>) => {
    last = untilDone(last, work);
  };
  let missed: MissedChange[] = [];
  const forOwner: ForOwner = async (installationId, apply) => {
    if (isOwned(core, installationId)) return apply();
    const at = Date.now();
    missed = [...missed.filter((one) => at - one.at < MISSED_FOR_MS), { at, installationId, apply }];
  };
  // Importing ten thousand vehicles announces as many changes; one read serves all that wait.
  const waiting = new Set<string>();
  const onceFor = (what: string, work: () => Promise<void>) => {
    if (waiting.has(what)) return;
    waiting.add(what);
    then(() => {
      waiting.delete(what);
      return work();
    });
  };
  const stops = [
    bus.subscribe('fleet-changed', ({ organisationId }) =>
      onceFor(`fleet ${organisationId}`, () =>
        followFleet(core, organisationId, isStopped, forOwner).then(() =>
          followFences(core, organisationId, isStopped),
        ),
      ),
    ),
    bus.subscribe('tracking-changed', ({ organisationId }) =>
      onceFor(`rules ${organisationId}`, () =>
        followRules(core, organisationId, isStopped).then(() => followFences(core, organisationId, isStopped)),
      ),
    ),
    bus.subscribe('past-changed', ({ marks }) =>
      then(async () => {
        for (const { installationId, lateAt } of marks) {
          // Marked again after the change itself: a recomputation in progress at that time may have removed the mark.
          await forOwner(installationId, () => requestRecompute(core, installationId, lateAt));
        }
      }),
    ),
    bus.subscribe('alarm-cleared', ({ installationId }) =>
      then(async () => {
        const cleared = await readClearedByHand(database, [installationId]);
        const tracked = states.get(installationId);
        if (tracked) clearByHand(tracked, cleared.get(installationId) ?? []);
      }),
    ),
  ];
  // Rules and marks of private time must reach tracking even if the process that made one ended before its event.
  const privateTimes = new Map<number, string>();
  const look = async () => {
    await endOpenMarks(database);
    for (const { organisationId, state } of await readPrivateStates(database)) {
      if (privateTimes.get(organisationId) === state) continue;
      privateTimes.set(organisationId, state);
      onceFor(`fleet ${organisationId}`, () => followFleet(core, organisationId, isStopped, forOwner));
    }
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => logger.warn({ reason: reasonOf(error) }, 'Private times could not be read'));
  }, LOOK_MS);
  timer.unref();
  return {
    takeOver: () => {
      const ours = missed.filter(({ installationId }) => isOwned(core, installationId));
      missed = missed.filter((one) => !ours.includes(one));
      for (const { installationId, apply } of ours) then(() => forOwner(installationId, apply));
    },
    caughtUp: () => last,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      for (const stop of stops) stop();
      await last;
    },
  };
}

/** Runs work that only the owner of an installation does. */
type ForOwner = (installationId: number, apply: () => Promise<void>) => Promise<void>;

/**
 * A changed gap length makes all facts be recomputed, because tracks are drawn with the present one; a changed time
 * zone does too, because it moves the beginning of days.
 */
async function followRules(core: TrackingCore, organisationId: number, isStopped: () => boolean): Promise<void> {
  const { contexts, directory, older, database, logger } = core;
  await contexts.load([organisationId]);
  const before = contexts.current(organisationId);
  await contexts.refresh(organisationId);
  const marked = await listOlderFacts(database);
  const theirs = [...directory.all()]
    .filter((one) => one.organisationId === organisationId && isOwned(core, one.id))
    .map(({ id }) => id);
  const now = contexts.current(organisationId);
  if (now.settings.holeS !== before.settings.holeS || now.timeZone !== before.timeZone) {
    // Marked again after the change itself: a recomputation in progress at that time may have removed the mark.
    if (core.isShared) {
      for (const id of theirs) await whileAway({ database, logger, closed: isStopped }, () => markOlder(database, id));
    } else await whileAway({ database, logger, closed: isStopped }, () => markOlderOf(database, organisationId));
    for (const id of theirs) older.add(id, true);
    return;
  }
  const waiting = new Set(marked.map(({ installationId }) => installationId));
  for (const id of theirs) if (waiting.has(id)) older.add(id, true);
}

async function followFleet(
  core: TrackingCore,
  organisationId: number,
  isStopped: () => boolean,
  forOwner: ForOwner,
): Promise<void> {
  const { directory, states, queue, older } = core;
  const { added, changed, removed } = await directory.reload(organisationId);
  for (const { id } of removed) {
    states.delete(id);
    queue.drop(id);
    older.done(id);
  }
  for (const one of added) {
    await forOwner(one.id, async () => {
      await sealAgain(core, one, one.from, isStopped);
      queue.add(one.id, Infinity);
    });
  }
  for (const change of changed) await forOwner(change.after.id, () => followChange(core, change, isStopped));
}

async function followChange(
  core: TrackingCore,
  change: DirectoryChanges['changed'][number],
  isStopped: () => boolean,
): Promise<void> {
  const { older, database, logger } = core;
  if (!isReadEqually(change.before, change.after)) {
    const { id } = change.after;
    await whileAway({ database, logger, closed: isStopped }, () => markOlder(database, id));
    older.add(id, true);
  }
  const marks = addedMarks(change);
  const apply = async () => {
    const devices = await core.writeQueue.between(() => applyMarks(database, change.after, marks));
    // Again, as the event of the mark may have been lost between processes.
    if (devices.length > 0) core.bus.publish('places-sealed', { devices });
  };
  if (marks.length > 0) await whileAway({ database, logger, closed: isStopped }, apply);
  const since = extendedSince(change);
  if (since !== null) await sealAgain(core, change.after, since, isStopped);
  const at = boundaryOf(change);
  if (at === null) return;
  await whileAway({ database, logger, closed: isStopped }, () => requestRecompute(core, change.after.id, at));
}

/**
 * Reports that were written between a move of the device and now were judged by the former installation. Sealed in the
 * write queue, so that none follows.
 */
async function sealAgain(
  core: TrackingCore,
  one: Installation,
  since: number,
  isStopped: () => boolean,
): Promise<void> {
  const { bus, database, logger, writeQueue } = core;
  if (!one.privateTime) return;
  const devices = await whileAway({ database, logger, closed: isStopped }, () =>
    writeQueue.between(() => sealPastAgain(database, one, since)),
  );
  // Only the newest ones can be the present place.
  if (devices.length > 0) bus.publish('places-sealed', { devices: devices.slice(-AT_MOST_SEALED) });
}

/** The first moment that an installation covers and did not before; null if there is none. */
function extendedSince({ before, after }: DirectoryChanges['changed'][number]): number | null {
  if (after.from < before.from) return after.from;
  return before.to !== null && (after.to === null || after.to > before.to) ? before.to : null;
}

/**
 * A vehicle inside a geofence that was drawn, changed or assigned to other vehicles counts as inside immediately, not
 * only after its next report, which may be hours away.
 */
async function followFences(core: TrackingCore, organisationId: number, isStopped: () => boolean): Promise<void> {
  const { contexts, directory, states, writeQueue } = core;
  await contexts.load([organisationId]);
  const theirs = [...states.keys()].filter((id) => directory.byId(id)?.organisationId === organisationId);
  for (let start = 0; start < theirs.length && !isStopped(); start += INSTALLATIONS_PER_WRITE) {
    // Ingest continues between two parts.
    await writeQueue.between(async () => {
      const slices = inSlices('follow-geofences', organisationId);
      const writes: InstallationWrites[] = [];
      for (const id of theirs.slice(start, start + INSTALLATIONS_PER_WRITE)) {
        const [tracked, installation] = [states.get(id), directory.byId(id)];
        if (!tracked || installation?.organisationId !== organisationId) continue;
        follow(tracked, installation, contexts.current(organisationId));
        const one = tracked.pending.keep ? takeDueWrites(tracked, Date.now(), false) : null;
        if (one) writes.push(one);
        if (slices.isOver()) await slices.next();
      }
      return writeFacts(core, writes, isStopped);
    });
  }
}

/** The moment from which the installation has other reports or facts than before; null when there is none. */
function boundaryOf(change: DirectoryChanges['changed'][number]): number | null {
  const { before, after } = change;
  const moments = [workshopChange(before, after), changedBound(before, after), ...addedMarks(change).map(fromOf)];
  const changed = moments.filter((moment) => moment !== null);
  return changed.length === 0 ? null : Math.min(...changed);
}

const fromOf = ({ from }: { from: number }) => from;

/** What people marked as private or as work since: marks are only added. */
const addedMarks = ({ before, after }: DirectoryChanges['changed'][number]) =>
  (after.privateTime?.marks ?? []).slice(before.privateTime?.marks.length ?? 0);

function changedBound(before: Installation, after: Installation): number | null {
  if (before.from === after.from && before.to === after.to) return null;
  const begins = before.from === after.from ? Infinity : Math.min(before.from, after.from);
  return Math.min(begins, before.to ?? Infinity, after.to ?? Infinity);
}
