import { readClearedByHand, readSilence } from '../store/facts/tracking-states.ts';
import { readFactsOver, withoutOlder } from '../store/facts/facts-over-floor.ts';
import { replaceFacts } from '../store/facts/replace-facts.ts';
import { contextFor } from './contexts.ts';
import {
  beginAnew,
  beginLately,
  beginRecomputation,
  catchUp,
  cutBefore,
  readFloor,
  type Recomputation,
  replacedSince,
  writesOf,
} from './recompute.ts';
import { follow, settle, track } from './tracked.ts';
import { announce, type TrackingCore } from './tracking-core.ts';

/**
 * What to recompute: all (`whole`), or from the earliest late report on (epoch milliseconds; infinite: only what is
 * missing).
 */
export interface Again {
  installationId: number;
  lateAt: number;
  whole: boolean;
}

export interface Made {
  fromTheBeginning: boolean;
  /** Whether the result was discarded because the installation changed meanwhile. */
  overtaken: boolean;
}

const MOST_ROUNDS = 5;
const FEW_REPORTS = 100;
/** Ingest waits no longer for what arrived last; milliseconds. Where it takes more, all is tried again later. */
const MOST_IN_TURN_MS = 100;

/**
 * Recomputes facts from stored reports while ingest continues with the old state. Then, between two batches, takes in
 * what was stored meanwhile and replaces the old state and facts.
 */
export async function makeAgain(core: TrackingCore, again: Again): Promise<Made> {
  const { database, directory, contexts, states, queue, older, turns } = core;
  const { installationId } = again;
  const installation = directory.byId(installationId);
  if (!installation) {
    states.delete(installationId);
    older.done(installationId);
    return { fromTheBeginning: false, overtaken: false };
  }
  const begun = Date.now();
  await contexts.load([installation.organisationId]);
  const organisation = contexts.current(installation.organisationId);
  const clearedByHand = (await readClearedByHand(database, [installationId])).get(installationId) ?? [];
  const context = contextFor(organisation, installation, clearedByHand);
  const floor = await readFloor(database, installation, context.timeZone, begun);
  const isOlder = older.isUnreadable(installationId);
  // A device that has left its vehicle has no current data.
  const lately = isOlder && installation.to === null && !again.whole;
  const beginAt = async (at: number) =>
    (lately && (await beginLately(database, installation, context, at, begun, floor))) ||
    (isOlder || again.whole
      ? await beginAnew(database, installation, context, floor)
      : await beginRecomputation(database, installation, context, at, floor));
  // A report of a day whose other positions were removed is stored, but its facts stay.
  const notBelow = (at: number) => Math.max(at, floor?.at ?? -Infinity);
  let lateAt = notBelow(again.lateAt);
  let run = await beginAt(lateAt);
  // What arrives meanwhile is less each time; the rest is taken in while ingest waits.
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const count = await catchUp(database, run, Date.now());
    const earlier = notBelow(cutBefore(run) ?? Infinity);
    if (earlier < lateAt) {
      lateAt = earlier;
      run = await beginAt(lateAt);
    } else if (round > 0 && (count ?? 0) < FEW_REPORTS) break;
  }
  const reached = run.state.time;
  const fromTheBeginning = run.since === null || run.floor !== null;
  let overtaken = false;
  await turns.between(async () => {
    // The installation ended, was resumed or got other settings meanwhile, so the result is out of date.
    const { settings, timeZone } = contexts.current(installation.organisationId);
    const sameRules = settings.holeS === organisation.settings.holeS && timeZone === organisation.timeZone;
    if (directory.byId(installationId) !== installation || !sameRules) {
      overtaken = true;
      if (!again.whole) queue.add(installationId, lateAt);
      return;
    }
    const count = await catchUp(database, run, Date.now(), MOST_IN_TURN_MS);
    const earlier = notBelow(cutBefore(run) ?? Infinity);
    if (count === null || earlier < lateAt) {
      overtaken = true;
      if (!again.whole) queue.add(installationId, Math.min(lateAt, earlier));
      return;
    }
    // What was before is not stored any more, so its facts stay.
    if (earlier !== Infinity) run.state.cut = undefined;
    const stillLateAt = lateAgain(queue.waiting(installationId), reached);
    // Before it is written: what is added meanwhile stays.
    if (stillLateAt === null) queue.drop(installationId);
    const silent = (await readSilence(database, [installationId])).get(installationId) ?? new Set<string>();
    const made = writesOf(run, silent, organisation.severities, Date.now());
    const facts =
      run.floor === null
        ? made.facts
        : withoutOlder(made.facts, await readFactsOver(database, installationId, run.floor.at), run.floor.at);
    const writes = { ...made, facts };
    const written = await replaceFacts(database, {
      writes,
      since: replacedSince(run, lateAt),
      lateAt: run.cutAt ?? lateAt,
      stillLateAt,
      whole: fromTheBeginning,
      cutAt: run.cutAt,
      floor: run.floor,
      toldBefore: isOlder || again.whole ? begun : null,
    });
    if (fromTheBeginning) older.done(installationId);
    else older.settled(installationId);
    const heardAt = states.get(installationId)?.heardAt ?? Date.now();
    const tracked = track(installation, organisation, clearedByHand, writes.state ?? run.state, silent);
    tracked.heardAt = heardAt;
    states.set(installationId, tracked);
    // Geofences may have changed since the newest report.
    follow(tracked, installation, contexts.current(installation.organisationId));
    settle(tracked, Date.now());
    announce(core, [writes], written);
    const { vehicleId, organisationId } = installation;
    core.bus.publish('facts-remade', { vehicleId, organisationId });
  });
  return { fromTheBeginning, overtaken };
}

/** The earliest late report that arrived meanwhile and was not read; null when all were read. */
function lateAgain(waiting: number | undefined, reached: Recomputation['since']): number | null {
  return waiting !== undefined && Number.isFinite(waiting) && reached !== null && waiting <= reached ? waiting : null;
}
