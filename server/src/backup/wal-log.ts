import { z } from 'zod';
import { type BackupStore, damagedObject, parseJson } from './backup-store.ts';
import { lsnBytes, parseSegment, segmentOf, walFolder } from './wal-names.ts';

/** How far the log of changes of a cluster is in the target: `wal/<cluster>/log.json`. */
export const LogEnd = z.object({
  timeline: z.number(),
  lsn: z.string(),
  /** Everything that was committed before this moment is in the log. */
  at: z.iso.datetime().transform((text) => new Date(text)),
  /** The server that writes it. */
  host: z.string(),
  instance: z.string(),
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

interface LogOfBackup {
  end: LogEnd;
  /** The first segment that is missing on the way from the backup to the end; null when the log is whole. */
  gap: string | null;
}

/** The log that continues a backup; null when there is none beyond the backup itself. */
export async function logAfter(
  store: BackupStore,
  { systemId, endLsn }: { systemId: string; endLsn: string },
): Promise<LogOfBackup | null> {
  const end = await readLogEnd(store, systemId);
  if (end === null || lsnBytes(end.lsn) < lsnBytes(endLsn)) return null;
  const present = new Set<bigint>();
  for await (const { name } of store.list(walFolder(systemId))) {
    const parsed = parseSegment(name.slice(walFolder(systemId).length));
    if (parsed) present.add(parsed.segment);
  }
  // An LSN at a segment boundary needs nothing of the next segment.
  const last = (lsnBytes(end.lsn) - 1n) / lsnBytes('0/1000000');
  for (let segment = segmentOf(endLsn); segment <= last; segment++) {
    if (!present.has(segment)) return { end, gap: `segment ${segment.toString(16).toUpperCase()}` };
  }
  return { end, gap: null };
}
