import type { ServerFrame } from '@milepost/contract/live';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { PlaceAt } from '../places/places.ts';
import type { AlarmRow } from '@milepost/contract/alarm-routes';
import type { OwnedAlarm } from '../store/alarms/alarm-rows.ts';
import type { Scope } from '../store/scope.ts';
import type { AlarmWatch } from './alarm-watch.ts';

/** Reads committed alarms; their places are not named yet. */
export interface AlarmSource {
  /** The `most` most severe open alarms of a scope, and the number of all. */
  open(scope: Pick<Scope, 'organisationIds' | 'limit'>, most: number): Promise<{ alarms: OwnedAlarm[]; total: number }>;
  byId(ids: readonly number[]): Promise<OwnedAlarm[]>;
}

interface Member {
  alarms: AlarmWatch;
  /** False while the browser lags behind. */
  reads: boolean;
  placeAt: PlaceAt;
  tellAlarms(frame: ServerFrame & { t: 'alarms' }): void;
}

interface FeedOptions {
  bus: Bus;
  logger: Logger;
  source: AlarmSource;
  members: () => Member[];
}

/** Changes are collected this long; then each alarm is read once for all browsers. */
const EVERY_MS = 250;
/** Open alarms that a board gets; it shows how many more there are. */
const MOST_OPEN = 10_000;
/** Small enough that the browser can draw between two frames. */
const PER_FRAME = 500;

/** Sends changed alarms to the browsers that watch them, after the commit announced on the bus. */
export function createAlarmFeed({ bus, logger, source, members }: FeedOptions): { stop(): void } {
  const stopListening = bus.subscribe('alarms-changed', ({ alarms }) => {
    for (const { alarms: watch } of members()) for (const alarm of alarms) watch.changed(alarm);
  });

  const tellOpen = async (member: Member) => {
    const { alarms, total } = await source.open(member.alarms.scope, MOST_OPEN);
    for (let from = 0; from === 0 || from < alarms.length; from += PER_FRAME) {
      const part = alarms.slice(from, from + PER_FRAME).map(({ alarm }) => named(alarm, member.placeAt));
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
      // Alarms that were removed, or that the person may no longer see.
      const gone = [...mine].filter((id) => !told.has(id));
      member.tellAlarms({ ...frame, alarms: seen.map(({ alarm }) => named(alarm, member.placeAt)), gone });
    }
  };

  const flush = async () => {
    const reading = members().filter(({ reads }) => reads);
    for (const member of reading) {
      if (!member.alarms.takeSnapshotDue(Date.now())) continue;
      // Changes during this read are sent after it.
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

const named = (alarm: AlarmRow, placeAt: PlaceAt): AlarmRow => ({
  ...alarm,
  address: alarm.place && placeAt(alarm.place.lat, alarm.place.lon),
});
