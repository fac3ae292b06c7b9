import { z } from 'zod';
import { StartError } from '../errors.ts';
import type { Backup } from './backup-catalog.ts';
import { type BackupStore, damagedObject, parseJson } from './backup-store.ts';
import { decompressObject } from './decompress.ts';
import { lsnBytes, segmentName, segmentOf, walFolder } from './wal-names.ts';

/** A line for each restore that ever was. */
const MAX_HISTORY_BYTES = 1024 * 1024;

/** Another server that wrote its log within this time is running. */
const OTHER_ACTIVE_MS = 300_000;

/** How far the log of a timeline is in the target. */
const TimelineEnd = z.object({
  timeline: z.number(),
  lsn: z.string(),
  /** Everything that was committed before this moment is in the log. */
  at: z.iso.datetime().transform((text) => new Date(text)),
});
type TimelineEnd = z.output<typeof TimelineEnd>;

/** How far the log of changes of a cluster is in the target: `wal/<cluster>/log.json`. */
export const LogEnd = z.object({
  ...TimelineEnd.shape,
  /** The server that writes it. */
  host: z.string(),
  instance: z.string(),
  /** Where changes are missing: after an incomplete segment, which looks like one with nothing more in it. */
  gaps: z.array(z.object({ timeline: z.number(), from: z.string(), to: z.string() })).default([]),
  /** The timelines of former servers, from which a restore branched off; the last one first. */
  ended: z.array(TimelineEnd).default([]),
});
export type LogEnd = z.output<typeof LogEnd>;

export const logEndName = (systemId: string): string => `${walFolder(systemId)}log.json`;

/** Null when no log is kept for this cluster. */
export async function readLogEnd(store: BackupStore, systemId: string): Promise<LogEnd | null> {
  const name = logEndName(systemId);
  const bytes = await store.get(name);
  if (bytes === null) return null;
  const parsed = LogEnd.safeParse(parseJson(bytes));
  if (!parsed.success) throw damagedObject(store.name, name, parsed.error);
  return parsed.data;
}

/** Another server wrote the log recently, so it may still run. */
export class OtherServerWrites extends StartError {}

/** @throws OtherServerWrites when another server wrote the log recently */
export function refuseOther(
  store: BackupStore,
  end: LogEnd | null,
  { instance, otherActiveMs = OTHER_ACTIVE_MS }: { instance: string; otherActiveMs?: number | undefined },
): void {
  if (end === null || end.instance === instance) return;
  // A moment in the future is of a clock that was wrong.
  const age = Date.now() - end.at.getTime();
  if (Math.abs(age) >= otherActiveMs) return;
  const waitsUntil = new Date(end.at.getTime() + otherActiveMs);
  throw new OtherServerWrites(
    `the server on ${end.host} keeps the log of the same database in ${store.name} (last at ${end.at.toISOString()}). If it no longer runs, as after a restore, this server waits until ${waitsUntil.toISOString()} and then continues; if it runs, give this one another BACKUP_URL.`,
  );
}

/** A timeline with its end, from which the next one branched off; null for the last one. */
interface Branch {
  timeline: number;
  until: bigint | null;
}

/** A timeline with those that it descends from, the first one first, as its history file describes them. */
async function readLineage(store: BackupStore, systemId: string, timeline: number): Promise<Branch[]> {
  const name = `${walFolder(systemId)}${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`;
  const bytes = await store.get(name);
  const lines =
    bytes === null ? [] : parseHistory((await decompressObject(store, name, bytes, MAX_HISTORY_BYTES)).toString());
  return [...lines, { timeline, until: null }];
}

/** The timelines of a history file of PostgreSQL: number, end, and a reason in words. */
const parseHistory = (text: string): { timeline: number; until: bigint }[] =>
  [...text.matchAll(/^(\d+)\t([0-9A-F]+\/[0-9A-F]+)/gm)].map(([, timeline = '', lsn = '']) => ({
    timeline: Number(timeline),
    until: lsnBytes(lsn),
  }));

type CopiedDatabase = Pick<NonNullable<Backup['database']>, 'systemId' | 'timeline' | 'endLsn'>;

const leadsTo = (lineage: readonly Branch[], { timeline, endLsn }: CopiedDatabase): boolean =>
  lineage.some((branch) => branch.timeline === timeline && (branch.until === null || branch.until >= lsnBytes(endLsn)));

/**
 * Those backups from which the timeline can be reached that the log of their cluster has now, or the given one: after a
 * restore, backups of the former server were perhaps made after the moment that was restored. All where none can.
 * While a restored server waits to continue the log, its backups are ahead of it: for the newest state they count.
 */
export async function backupsOfTimeline(
  store: BackupStore,
  backups: readonly Backup[],
  { timeline, to }: { timeline?: number | undefined; to: Date | null },
): Promise<Backup[]> {
  const lineages = new Map<string, Branch[] | null>();
  const found: Backup[] = [];
  for (const backup of backups) {
    const { database } = backup;
    if (database !== null && !lineages.has(database.systemId)) {
      const wanted = timeline ?? newestTimeline(backups, await readLogEnd(store, database.systemId), { database, to });
      lineages.set(
        database.systemId,
        wanted === undefined ? null : await readLineage(store, database.systemId, wanted),
      );
    }
    const lineage = database && lineages.get(database.systemId);
    if (!lineage || leadsTo(lineage, database)) found.push(backup);
  }
  return found.length > 0 || timeline !== undefined ? found : [...backups];
}

function newestTimeline(
  backups: readonly Backup[],
  log: LogEnd | null,
  { database: { systemId }, to }: { database: Pick<CopiedDatabase, 'systemId'>; to: Date | null },
): number | undefined {
  if (log === null || to !== null) return log?.timeline;
  const newest = backups.findLast(({ database }) => database?.systemId === systemId)?.database;
  return Math.max(log.timeline, newest?.timeline ?? 0);
}

interface LogOfBackup {
  end: TimelineEnd;
  /** What is missing first on the way from the backup to the end; null when the log is whole. */
  gap: string | null;
}

/**
 * The log that continues a backup: that of the newest timeline which can be reached from it, or of the given one. Null
 * when there is none beyond the backup itself.
 */
export async function logAfter(
  store: BackupStore,
  database: CopiedDatabase,
  timeline?: number,
): Promise<LogOfBackup | null> {
  const log = await readLogEnd(store, database.systemId);
  if (log === null) return null;
  for (const end of [log, ...log.ended]) {
    if (timeline !== undefined && end.timeline !== timeline) continue;
    if (lsnBytes(end.lsn) < lsnBytes(database.endLsn)) continue;
    const lineage = await readLineage(store, database.systemId, end.timeline);
    if (leadsTo(lineage, database)) return { end, gap: await findGap(store, database, { log, end, lineage }) };
  }
  return null;
}

async function findGap(
  store: BackupStore,
  { systemId, endLsn }: CopiedDatabase,
  { log, end, lineage }: { log: LogEnd; end: TimelineEnd; lineage: readonly Branch[] },
): Promise<string | null> {
  const known = log.gaps.find(({ timeline, from, to }) => {
    const branch = lineage.find((one) => one.timeline === timeline);
    const until = branch?.until ?? lsnBytes(end.lsn);
    return branch && lsnBytes(to) > lsnBytes(endLsn) && lsnBytes(from) < until;
  });
  if (known) return `${known.from} to ${known.to}`;
  const present = new Set<string>();
  for await (const { name } of store.list(walFolder(systemId))) present.add(name.slice(walFolder(systemId).length));
  // An LSN at a segment boundary needs nothing of the next segment.
  const last = (lsnBytes(end.lsn) - 1n) / lsnBytes('0/1000000');
  for (let segment = segmentOf(endLsn); segment <= last; segment++) {
    const beyond = segment * lsnBytes('0/1000000');
    const branch = lineage.find(({ until }) => until === null || beyond + lsnBytes('0/1000000') <= until);
    if (!present.has(segmentName(branch?.timeline ?? end.timeline, segment)))
      return `segment ${segment.toString(16).toUpperCase()}`;
  }
  return null;
}
