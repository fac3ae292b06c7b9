import { isDeepStrictEqual } from 'node:util';
import type { Queryable } from '../store/database.ts';
import { type Installation, listInstallations } from '../store/fleet/installations.ts';

/** The installations in memory: which device was in which vehicle at what time. */
export interface Directory {
  byId(id: number): Installation | undefined;
  /** The installation that a report of this time (epoch milliseconds) belongs to. */
  at(deviceId: number, time: number): Installation | undefined;
  /**
   * All installations at that time: a vehicle that moved to another organisation with its past has an installation of
   * each earlier device in both.
   */
  allAt(deviceId: number, time: number): readonly Installation[];
  /**
   * The installations by which a report of this time is private or not: those at that time, otherwise the last before it,
   * as a device that was taken out may still be in the vehicle. See docs/decisions/0180.
   */
  judging(deviceId: number, time: number): readonly Installation[];
  all(): Iterable<Installation>;
  /** Reads an organisation again. Returns the installations that are new, removed or changed. */
  reload(organisationId: number): Promise<DirectoryChanges>;
}

export interface DirectoryChanges {
  added: Installation[];
  /** The old and the new state of each. */
  changed: { before: Installation; after: Installation }[];
  removed: Installation[];
}

const NONE: readonly Installation[] = [];
/** The part of the directory that says how the reports of a device are taken. */
export type InstalledAt = Pick<Directory, 'at' | 'judging'>;

const covers = ({ from, to }: Installation, time: number) => time >= from && (to === null || time < to);

export async function loadDirectory(database: Queryable): Promise<Directory> {
  const known = new Map<number, Installation>();
  const byDevice = new Map<number, Installation[]>();

  const add = (installation: Installation) => {
    known.set(installation.id, installation);
    const others = byDevice.get(installation.deviceId);
    if (others) others.push(installation);
    else byDevice.set(installation.deviceId, [installation]);
  };
  const remove = ({ id, deviceId }: Installation) => {
    known.delete(id);
    const left = (byDevice.get(deviceId) ?? []).filter((other) => other.id !== id);
    if (left.length > 0) byDevice.set(deviceId, left);
    else byDevice.delete(deviceId);
  };
  for (const installation of await listInstallations(database, null)) add(installation);

  return {
    byId: (id) => known.get(id),
    at: (deviceId, time) => {
      const list = byDevice.get(deviceId);
      if (!list) return undefined;
      // The newest one is last and nearly always the one sought.
      for (let index = list.length - 1; index >= 0; index -= 1) {
        const one = list[index];
        if (one && covers(one, time)) return one;
      }
      return undefined;
    },
    allAt: (deviceId, time) => {
      const list = byDevice.get(deviceId) ?? NONE;
      // Nearly always one; called for each report.
      const [only] = list;
      if (list.length === 1 && only && covers(only, time)) return list;
      return list.filter((one) => covers(one, time));
    },
    judging: (deviceId, time) => {
      const list = byDevice.get(deviceId) ?? NONE;
      const [only] = list;
      if (list.length === 1 && only && covers(only, time)) return list;
      const present = list.filter((one) => covers(one, time));
      return present.length > 0 ? present : lastBefore(list, time);
    },
    all: () => known.values(),
    reload: async (organisationId) => {
      const now = await listInstallations(database, organisationId);
      const changes: DirectoryChanges = { added: [], changed: [], removed: [] };
      const left = new Set([...known.values()].filter((one) => one.organisationId === organisationId));
      for (const after of now) {
        const before = known.get(after.id);
        if (before) left.delete(before);
        if (before && isSame(before, after)) continue;
        if (before) {
          remove(before);
          changes.changed.push({ before, after });
        } else changes.added.push(after);
        add(after);
      }
      for (const gone of left) {
        remove(gone);
        changes.removed.push(gone);
      }
      return changes;
    },
  };
}

/** Those that ended last before a time: more than one when the vehicle moved to another organisation with its past. */
function lastBefore(list: readonly Installation[], time: number): readonly Installation[] {
  const ended = list.filter(({ from, to }) => to !== null && to > from && to <= time);
  const last = Math.max(...ended.map(({ to }) => to ?? 0));
  return ended.filter(({ to }) => to === last);
}

/** True when both interpret the same reports in the same way. */
export function isReadEqually(a: Installation, b: Installation): boolean {
  return a.ignitionSource === b.ignitionSource && a.speedFactor === b.speedFactor;
}

const boundsOf = ({ inWorkshop }: Installation) =>
  inWorkshop.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));

/** The first moment at which only one of the two states has the vehicle in the workshop; null when they agree. */
export function workshopChange(a: Installation, b: Installation): number | null {
  const [ours, theirs] = [boundsOf(a), boundsOf(b)];
  const at = Math.min(
    ...ours.filter((moment, index) => moment !== theirs[index]),
    ...theirs.filter((moment, index) => moment !== ours[index]),
  );
  return Number.isFinite(at) ? at : null;
}

function isSame(a: Installation, b: Installation): boolean {
  return (
    a.from === b.from &&
    a.to === b.to &&
    a.groupId === b.groupId &&
    a.vehicleType === b.vehicleType &&
    a.organisationId === b.organisationId &&
    workshopChange(a, b) === null &&
    isDeepStrictEqual(a.privateTime ?? null, b.privateTime ?? null) &&
    isReadEqually(a, b)
  );
}
