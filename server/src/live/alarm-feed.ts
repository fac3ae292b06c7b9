import type { ServerFrame } from '@milepost/contract/live';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { OwnedAlarm } from '../store/alarms/alarm-rows.ts';
import type { Scope } from '../store/scope.ts';
import type { AlarmWatch } from './alarm-watch.ts';

/** Where alarms are read, as they are after the last commit. */
export interface AlarmSource {
  /** The open ones of a scope, the gravest `most`, and how many there are. */
  open(scope: Pick<Scope, 'organisationIds' | 'limit'>, most: number): Promise<{ alarms: OwnedAlarm[]; total: number }>;
  byId(ids: readonly number[]): Promise<OwnedAlarm[]>;
}

/** The part of a connection that the feed needs. */
interface Member {
  alarms: AlarmWatch;
  /** False while the browser does not read. */
  reads: boolean;
  tellAlarms(frame: ServerFrame & { t: 'alarms' }): void;
}

interface FeedOptions {
  bus: Bus;
  logger: Logger;
  source: AlarmSource;
  members: () => Member[];
}

/** Changes are gathered for so long, then each alarm is read once for all browsers. */
const EVERY_MS = 250;
/** As many open alarms as a board holds; it says how many more there are. */
const MOST_OPEN = 10_000;
/** A frame stays small, so that the browser draws between two of them. */
const PER_FRAME = 500;

/** Tells the browsers that watch alarms what changed, after the commit that the bus speaks of. */
export function createAlarmFeed({ bus, logger, source, members }: FeedOptions): { stop(): void } {
  const stopListening = bus.subscribe('alarms-changed', ({ alarms }) => {
    for (const { alarms: watch } of members()) for (const alarm of alarms) watch.changed(alarm);
  });

  const tellOpen = async (member: Member) => {
    const { alarms, total } = await source.open(member.alarms.scope, MOST_OPEN);
    for (let from = 0; from === 0 || from < alarms.length; from += PER_FRAME) {
      const part = alarms.slice(from, from + PER_FRAME).map(({ alarm }) => alarm);
      const complete = from + PER_FRAME >= alarms.length;
      member.tellAlarms({ t: 'alarms', at: Date.now(), begin: from === 0, complete, total, alarms: part, gone: [] });
    }
  };

  const tellChanges = async (due: ReadonlyMap<Member, ReadonlySet<number>>) => {
    const ids = new Set([...due.values()].flatMap((set) => [...set]));
    if (ids.size === 0) return;
    const read = new Map((await source.byId([...ids])).map((one) => [one.alarm.id, one]));
    for (const [member, mine] of due) {
      const rows = [...mine].flatMap((id) => read.get(id) ?? []);
      const seen = rows.filter(({ organisationId, alarm }) => member.alarms.sees(organisationId, alarm.vehicleId));
      const told = new Set(seen.map(({ alarm }) => alarm.id));
      const frame = { t: 'alarms', at: Date.now(), begin: false, complete: true, total: null } as const;
      // One that is no more, or moved out of what the person may see.
      const gone = [...mine].filter((id) => !told.has(id));
      member.tellAlarms({ ...frame, alarms: seen.map(({ alarm }) => alarm), gone });
    }
  };

  const flush = async () => {
    const reading = members().filter(({ reads }) => reads);
    for (const member of reading) {
      if (!member.alarms.takeSnapshotDue(Date.now())) continue;
      // What changes while it is read is told after it.
      await tellOpen(member).catch((error: unknown) => {
        member.alarms.again();
        throw error;
      });
    }
    const due = new Map<Member, ReadonlySet<number>>();
    for (const member of reading) {
      const ids = member.alarms.takeDue();
      if (ids.size > 0) due.set(member, ids);
    }
    try {
      await tellChanges(due);
    } catch (error) {
      for (const [member, ids] of due) member.alarms.putBack(ids);
      throw error;
    }
  };

  let flushing = false;
  const timer = setInterval(() => {
    if (flushing) return;
    flushing = true;
    flush()
      .catch((error: unknown) => logger.warn({ err: error }, 'Alarms were not sent; trying once more'))
      .finally(() => (flushing = false));
  }, EVERY_MS);

  return {
    stop: () => {
      clearInterval(timer);
      stopListening();
    },
  };
}
