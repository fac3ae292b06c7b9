import { type Backup, entryName, listBackups, partsOf } from './backup-catalog.ts';
import { listBackedUpFiles } from './backup-files.ts';
import type { BackupStore } from './backup-store.ts';
import type { StoredObject } from './backup-target.ts';
import { listedHashes } from './restore-backup.ts';
import { parseSegment, segmentOf } from './wal-names.ts';

/** Objects of a backup without an entry may belong to one that is being made; older than this, to an interrupted one. */
const UNFINISHED_MS = 2 * 86_400_000;
const DAY_MS = 86_400_000;

/**
 * Removes the backups, log and files that no moment of the last days needs: each of these moments can still be restored,
 * and the newest backup always stays.
 * @returns the ids of the removed backups
 */
export async function removeOldBackups(store: BackupStore, keepDays: number, now: Date): Promise<string[]> {
  const backups = await listBackups(store);
  const needed = neededSince(backups, agesOf(backups, now), keepDays * DAY_MS);
  const removed: string[] = [];
  for (const { id } of backups.filter((backup) => !needed.has(backup.id))) {
    // Without its entry it is no backup any more, so that an interruption leaves none that lacks a part.
    await store.remove(entryName(id));
    removed.push(id);
  }
  const rest = backups.filter((backup) => needed.has(backup.id));
  await removeParts(store, rest, now);
  if (removed.length > 0) {
    await removeLog(store, rest);
    await removeFiles(store, rest, now);
  }
  return removed;
}

/**
 * The age of each backup in milliseconds, by the times from one to the next: one that is longer than usual counts as
 * usual. A clock that jumps a year ahead makes the backups of the last days no older than two days more.
 */
function agesOf(backups: readonly Backup[], now: Date): Map<string, number> {
  const steps = backups.map(({ finishedAt }, index) => {
    const before = backups[index - 1]?.finishedAt;
    return before ? Math.max(0, finishedAt.getTime() - before.getTime()) : 0;
  });
  const sorted = steps.slice(1).toSorted((a, b) => a - b);
  const longest = Math.max(2 * DAY_MS, 1.5 * (sorted[sorted.length >> 1] ?? 0));
  const ages = new Map<string, number>();
  let age = now.getTime() - (backups.at(-1)?.finishedAt.getTime() ?? 0);
  for (const [index, { id }] of [...backups.entries()].toReversed()) {
    ages.set(id, age);
    age += Math.min(longest, steps[index] ?? 0);
  }
  return ages;
}

/**
 * The ids of the backups that are no older, and of those from which the moments before them are restored: the newest
 * older one of each cluster that still ran then. A restore makes a new cluster.
 */
function neededSince(backups: readonly Backup[], ages: ReadonlyMap<string, number>, keepMs: number): Set<string> {
  const isNew = ({ id }: Backup) => (ages.get(id) ?? 0) <= keepMs;
  const after = backups.filter((backup) => isNew(backup));
  const before = backups.filter((backup) => !isNew(backup));
  const needed = new Set(after.map(({ id }) => id));
  const newest = before.at(-1);
  if (newest) needed.add(newest.id);
  for (const cluster of new Set(after.map(clusterOf))) {
    const base = before.findLast((backup) => clusterOf(backup) === cluster);
    if (base) needed.add(base.id);
  }
  return needed;
}

const clusterOf = ({ database }: Backup): string => database?.systemId ?? '';

async function removeParts(store: BackupStore, backups: readonly Backup[], now: Date): Promise<void> {
  const present = new Set(backups.map(({ id }) => partsOf(id)));
  const before = new Date(now.getTime() - UNFINISHED_MS);
  for (const { name, storedAt } of await collect(store, 'base/')) {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const listed = present.has(folder);
    if (!listed && (storedAt < before || isOlder(folder, backups))) await store.remove(name);
  }
}

/** The whole list, because a listing that is read page by page may skip objects when others are removed meanwhile. */
async function collect(store: BackupStore, prefix: string): Promise<StoredObject[]> {
  const objects: StoredObject[] = [];
  for await (const object of store.list(prefix)) objects.push(object);
  return objects;
}

/** A newer finished backup shows that this one is not being written. */
const isOlder = (folder: string, backups: readonly Backup[]): boolean => backups.some(({ id }) => partsOf(id) > folder);

/** The log before the beginning of the oldest backup of its cluster; all of it when the cluster has none left. */
async function removeLog(store: BackupStore, backups: readonly Backup[]): Promise<void> {
  for (const { name } of await collect(store, 'wal/')) {
    const [, systemId = '', file = ''] = name.split('/');
    const starts = backups.flatMap(({ database }) =>
      database?.systemId === systemId ? [segmentOf(database.startLsn)] : [],
    );
    const parsed = parseSegment(file);
    const oldest = starts.reduce<bigint | null>((least, one) => (least === null || one < least ? one : least), null);
    if (oldest === null || (parsed && parsed.segment < oldest)) await store.remove(name);
  }
}

/**
 * Files that no remaining backup lists and that are older than the oldest one: the database at a moment after it may refer
 * to newer ones.
 */
async function removeFiles(store: BackupStore, backups: readonly Backup[], now: Date): Promise<void> {
  const listed = new Set<string>();
  for (const backup of backups) for (const hash of await listedHashes(store, backup)) listed.add(hash);
  const oldest = backups[0]?.startedAt ?? now;
  for (const [hash, { pieces, storedAt }] of await listBackedUpFiles(store)) {
    if (listed.has(hash) || storedAt >= oldest) continue;
    for (const name of pieces) await store.remove(name);
  }
}
