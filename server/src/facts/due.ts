import { silenceAlarms } from '@milepost/tracking/silence';
import type { InstallationWrites } from '../store/facts/fact-writes.ts';
import { readLateMarks } from '../store/facts/tracking-states.ts';
import { onlyFacts, takeDue, type Tracked } from './tracked.ts';
import { announce, leaveBehind, type TrackingCore } from './tracking-core.ts';

/** What tracking does by the clock. */
export interface Due {
  /** Ends with what is under way, and writes what waited. For while turns are still taken. */
  stop(): Promise<void>;
}

const LOOK_MS = 5000;
const SILENCE_MS = 20_000;
/** So many installations are written by one statement. */
const TOGETHER = 500;

/** Tells what goes on, keeps states, and notices who is silent. */
export function startDue(core: TrackingCore): Due {
  const { database, logger, turns, states, queue } = core;
  let stopped = false;
  let lastSilence = 0;
  let looking: Promise<void> | null = null;

  /** What is refused is made again, one installation by itself. */
  const write = async (writes: readonly InstallationWrites[]) => {
    for (let start = 0; start < writes.length; start += TOGETHER) {
      const some = writes.slice(start, start + TOGETHER);
      try {
        announce(core, some, await turns.write(some));
      } catch (error) {
        if (stopped) throw error;
        logger.error({ err: error }, 'Facts were refused by the database');
        for (const one of some) leaveBehind(core, one);
      }
    }
  };
  const writeAll = (of: (tracked: Tracked) => InstallationWrites | null) =>
    turns.between(() => write([...states.values()].flatMap((tracked) => of(tracked) ?? [])));

  const look = async () => {
    const now = Date.now();
    await writeAll((tracked) => takeDue(tracked, now, false));
    if (now - lastSilence < SILENCE_MS) return;
    lastSilence = now;
    await writeAll((tracked) => silenceOf(tracked, now));
    // Whatever did not reach the queue: a commit that was not heard of, say.
    for (const { installationId, lateAt } of await readLateMarks(database)) queue.add(installationId, lateAt);
  };
  const fault = (error: unknown) => {
    if (!stopped) logger.error({ err: error }, 'Tracking could not do what was due');
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch(fault)
      .finally(() => (looking = null));
  }, LOOK_MS);

  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await looking;
      await writeAll((tracked) => takeDue(tracked, Date.now(), true));
    },
  };
}

/** The alarms of an installation that is silent, where they were not told yet. */
function silenceOf(tracked: Tracked, now: number): InstallationWrites | null {
  const { state, organisation, context, behind } = tracked;
  if (behind || state.time === null || now - state.time < organisation.silenceMs) return null;
  const alarms = silenceAlarms(state, now, context);
  const keys = alarms.map(({ key }) => key).join(' ');
  if (keys === tracked.silent) return null;
  tracked.silent = keys;
  return alarms.length > 0 ? onlyFacts(tracked, alarms) : null;
}
