import { silenceAlarms, silenceMsOf } from '@milepost/tracking/silence';
import type { InstallationWrites } from '../store/facts/fact-writes.ts';
import { endSilence, readLateMarks } from '../store/facts/tracking-states.ts';
import { inSlices } from '../loop/slices.ts';
import { onlyFacts, takeDueWrites, type TrackedInstallation } from './tracked.ts';
import { announce, isOwned, type TrackingCore, writeFacts } from './tracking-core.ts';

/** The work of tracking that the clock triggers. */
export interface Due {
  /** Finishes the work in progress and writes what is pending. Call it while the write queue still runs. */
  stop(): Promise<void>;
  /** Writes what is pending of some installations, in the write queue. */
  flush(installationIds: ReadonlySet<number>): Promise<void>;
}

/**
 * Facts, plus the areas in states, that are written in one step of the write queue: ingest waits about 50 ms for it.
 */
const MAX_IN_TURN = 500;
const LOOK_MS = 5000;
const SILENCE_MS = 20_000;

/** Writes ongoing facts, stores states, and detects silence. */
export function startDue(core: TrackingCore): Due {
  const { database, logger, writeQueue, states, queue } = core;
  let stopped = false;
  let lastSilence = 0;
  let looking: Promise<void> | null = null;

  const write = (writes: readonly InstallationWrites[]) => writeFacts(core, writes, () => stopped);
  /**
   * Collects and writes some at a time, with ingest in between. Each part is collected and written in the same step of
   * the write queue.
   */
  const writeAll = async (of: (tracked: TrackedInstallation) => InstallationWrites | null) => {
    const all = states.values();
    for (let isOver = false; !isOver;) {
      isOver = await writeQueue.between(async () => {
        const slices = inSlices('due');
        const found: InstallationWrites[] = [];
        for (let weight = 0; weight < MAX_IN_TURN;) {
          const next = all.next();
          if (next.done) {
            await write(found);
            return true;
          }
          const one = of(next.value);
          if (one) found.push(one);
          weight += one ? weightOf(one) : 0;
          if (slices.isOver()) await slices.next();
        }
        await write(found);
        return false;
      });
    }
  };
  const gather = async <One>(of: (tracked: TrackedInstallation) => One | null): Promise<One[]> => {
    const slices = inSlices('due');
    const found: One[] = [];
    for (const tracked of states.values()) {
      const one = of(tracked);
      if (one !== null) found.push(one);
      if (slices.isOver()) await slices.next();
    }
    return found;
  };
  const watchSilence = async (now: number) => {
    const news = await gather((tracked) => silenceOf(tracked, now));
    await write(news.flatMap(({ begun }) => begun ?? []));
    const ended = news.flatMap((one) => one.ended);
    if (ended.length > 0) announce(core, [], { alarms: await endSilence(database, ended), late: [] });
  };
  const look = async () => {
    const now = Date.now();
    await writeAll((tracked) => takeDueWrites(tracked, now, false));
    if (now - lastSilence < SILENCE_MS) return;
    lastSilence = now;
    await writeQueue.between(() => watchSilence(now));
    // Late marks that did not reach the queue, for example after a commit whose result was lost.
    for (const { installationId, lateAt } of await readLateMarks(database)) {
      // A recomputation in progress already reads the reports that the mark stands for.
      if (!core.recomputed.has(installationId) && isOwned(core, installationId)) queue.add(installationId, lateAt);
    }
  };
  const fault = (error: unknown) => {
    if (!stopped) logger.error({ err: error }, 'Tracking could not run its scheduled work');
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch(fault)
      .finally(() => (looking = null));
  }, LOOK_MS);

  return {
    flush: async (installationIds) => {
      const writes: InstallationWrites[] = [];
      for (const id of installationIds) {
        const tracked = states.get(id);
        const one = tracked && takeDueWrites(tracked, Date.now(), true);
        if (one) writes.push(one);
      }
      await write(writes);
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await looking;
      await writeAll((tracked) => takeDueWrites(tracked, Date.now(), true));
    },
  };
}

/** The size of a state grows with the areas that the vehicle is in. */
const weightOf = ({ facts, state, checkpoints }: InstallationWrites): number =>
  1 + facts.length + (state ? state.visits.length + (state.stays?.length ?? 0) : 0) + checkpoints.length;

/** Silence alarms that begin or end now; null when there are none. */
function silenceOf(tracked: TrackedInstallation, now: number) {
  const { installation, state, organisation, context, behind, silent, receivedAt: heardAt } = tracked;
  const isLong = state.time !== null && now - state.time >= organisation.silenceMs;
  if (behind || (!isLong && silent.size === 0)) return null;
  const alarms = silenceAlarms(state, now, context);
  // A device that sends its backlog is not silent, however old the data. Nor is a device silent while the server could
  // not receive it.
  const quietMs = new Map(context.rules.map((rule) => [rule.id, silenceMsOf(rule)]));
  const begun = alarms.filter(
    ({ key, ruleId }) => !silent.has(key) && now - heardAt >= (quietMs.get(ruleId) ?? Infinity),
  );
  const ended = [...silent].filter((one) => !alarms.some(({ key }) => key === one));
  // An alarm that a report has found since is no longer ended by the clock.
  const found = new Set(Object.values(state.alarms.last).map(({ key }) => key));
  if (begun.length === 0 && ended.length === 0) return null;
  tracked.silent = new Set([...silent, ...begun.map(({ key }) => key)].filter((key) => !ended.includes(key)));
  return {
    begun: begun.length > 0 ? onlyFacts(tracked, begun) : null,
    ended: ended.filter((key) => !found.has(key)).map((key) => ({ installationId: installation.id, key })),
  };
}
