import type { ServerFrame } from '@milepost/contract/live';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { PlaceAt } from '../places/places.ts';
import type { AlarmRow } from '@milepost/contract/alarm-operations';
import { alarmFor, type OwnedAlarm } from '../store/alarms/alarm-rows.ts';
import type { Scope } from '../store/scope.ts';
import type { AlarmWatch } from './alarm-watch.ts';
import type { WorkBudget } from './work-budget.ts';

/** Reads committed alarms, without addresses. */
export interface AlarmSource {
  /** The `most` most severe open alarms of a scope, and the number of all. */
  open(scope: Pick<Scope, 'organisationIds' | 'limit'>, most: number): Promise<{ alarms: OwnedAlarm[]; total: number }>;
  byId(ids: readonly number[]): Promise<OwnedAlarm[]>;
}

interface Member {
  userId: number;
  /** Equal for browsers that receive the same frames: those with one scope, language and units. */
  view: string;
  alarms: AlarmWatch;
  /** False while the browser lags behind. */
  reads: boolean;
  placeAt: PlaceAt;
  /** Sends a frame, as JSON. */
  sendAlarms(frame: string): void;
}

interface FeedOptions {
  bus: Bus;
  logger: Logger;
  source: AlarmSource;
  members: () => Member[];
  budget: WorkBudget;
}

/** Changes are collected this long; then each alarm is read once for all browsers. */
const EVERY_MS = 250;
/** The maximum of open alarms sent to a board, which shows how many more there are. */
const MAX_OPEN = 10_000;
/** Small enough that the browser can draw between two frames. */
const PER_FRAME = 500;
/** The number of browsers served by one read of the open alarms; more of them wait for the next, newer one. */
const PER_READING = 50;

const jsonOf = (frame: ServerFrame & { t: 'alarms' }): string => JSON.stringify(frame);

/**
 * Sends changed alarms to the browsers that watch them, after the commit announced on the bus. Changes take priority.
 * All open alarms, which a browser requests when it opens a board, are read and sent in parallel, once for all browsers
 * with the same view, within the budget of each person.
 */
export function createAlarmFeed({ bus, logger, source, members, budget }: FeedOptions): { stop(): void } {
  const stopListening = bus.subscribe('alarms-changed', ({ alarms }) => {
    for (const { alarms: watch } of members()) for (const alarm of alarms) watch.changed(alarm);
  });

  const writeChanges = async (due: ReadonlyMap<Member, ReadonlySet<number>>) => {
    const ids = new Set([...due.values()].flatMap((set) => [...set]));
    if (ids.size === 0) return;
    const read = new Map((await source.byId([...ids])).map((one) => [one.alarm.id, one]));
    // Browsers with the same view usually receive identical frames, so each frame is serialised once.
    const made = new Map<string, string>();
    for (const [member, mine] of due) {
      const key = `${member.view} ${[...mine].join(' ')}`;
      const frame = made.get(key) ?? changesFor(member, mine, read);
      made.set(key, frame);
      budget.run(member.userId, () => member.sendAlarms(frame));
    }
  };

  const sendChanges = async () => {
    const due = new Map<Member, ReadonlySet<number>>();
    for (const member of members()) {
      if (!member.reads) continue;
      const ids = member.alarms.takeDue();
      if (ids.size > 0) due.set(member, ids);
    }
    try {
      await writeChanges(due);
    } catch (error) {
      for (const [member, ids] of due) member.alarms.putBack(ids);
      throw error;
    }
  };

  const sendOpen = async () => {
    const served = new Set<number>();
    for (;;) {
      const waiting = members().filter(
        ({ reads, alarms, userId }) => reads && alarms.isSnapshotDue(Date.now()) && !budget.isSpent(userId),
      );
      // Serves people round-robin: a person who was served waits until all others have been.
      const first = waiting.find(({ userId }) => !served.has(userId)) ?? waiting[0];
      if (!first) return;
      if (served.has(first.userId)) served.clear();
      const sameView = waiting.filter(({ view }) => view === first.view).slice(0, PER_READING);
      for (const { userId } of sameView) served.add(userId);
      await writeOpen(first, sameView);
    }
  };

  const writeOpen = async (first: Member, sameView: readonly Member[]) => {
    const left = new Set(sameView);
    for (const { alarms } of sameView) alarms.beginSnapshot(Date.now());
    try {
      const { alarms, total } = await source.open(first.alarms.scope, MAX_OPEN);
      const frames: string[] = [];
      for (let from = 0; from === 0 || from < alarms.length; from += PER_FRAME) {
        const make = () => {
          const part = alarms.slice(from, from + PER_FRAME).map((one) => shownTo(first, one));
          const complete = from + PER_FRAME >= alarms.length;
          return jsonOf({ t: 'alarms', at: Date.now(), begin: from === 0, complete, total, alarms: part, gone: [] });
        };
        frames.push(budget.run(first.userId, make));
        await yieldLoop();
      }
      for (const member of sameView) {
        // All frames of one browser together, because a change between them would end its snapshot. The browser for
        // which they were built gets them even if that exhausted its person's budget; otherwise a large board would
        // never arrive.
        if (member.reads && (member === first || !budget.isSpent(member.userId))) {
          budget.run(member.userId, () => frames.forEach((frame) => member.sendAlarms(frame)));
          member.alarms.snapshotSent();
        } else member.alarms.retrySnapshot();
        left.delete(member);
        await yieldLoop();
      }
    } catch (error) {
      for (const { alarms } of left) alarms.retrySnapshot();
      throw error;
    }
  };

  const stopChanges = every(sendChanges, logger);
  const stopOpen = every(sendOpen, logger);
  return {
    stop: () => {
      stopChanges();
      stopOpen();
      stopListening();
    },
  };
}

/** Yields to everything else that waits for the event loop. */
const yieldLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Repeats the work periodically, never concurrently. Returns a function that stops it. */
function every(work: () => Promise<void>, logger: Logger): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    work()
      .catch((error: unknown) => logger.warn({ err: error }, 'Alarms could not be sent to browsers; retrying'))
      .finally(() => (busy = false));
  }, EVERY_MS);
  return () => clearInterval(timer);
}

/** Builds a browser's update: the changed alarms it displays, and the ids of alarms it must remove. */
function changesFor(member: Member, ids: ReadonlySet<number>, read: ReadonlyMap<number, OwnedAlarm>): string {
  const rows = [...ids].flatMap((id) => read.get(id) ?? []);
  const seen = rows.filter(({ organisationId, alarm }) => member.alarms.sees(organisationId, alarm.vehicleId));
  const sent = new Set(seen.map(({ alarm }) => alarm.id));
  const frame = { t: 'alarms', at: Date.now(), begin: false, complete: true, total: null } as const;
  const alarms = seen.map((one) => shownTo(member, one));
  return jsonOf({ ...frame, alarms, gone: [...ids].filter((id) => !sent.has(id)) });
}

/** An alarm as sent to a browser; equal for all browsers with the same view. */
function shownTo({ alarms, placeAt }: Member, owned: OwnedAlarm): AlarmRow {
  const alarm = alarmFor(alarms.scope, owned);
  return { ...alarm, address: alarm.place && placeAt(alarm.place.lat, alarm.place.lon) };
}
