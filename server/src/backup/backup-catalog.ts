import { z } from 'zod';
import { StartError } from '../errors.ts';
import { type BackupStore, damagedObject, parseJson } from './backup-store.ts';

const Lsn = z.string().regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/);

/** The content of a table while a backup was made; an unchanged one has the same rows in every copy. */
const TableCount = z.object({
  table: z.string(),
  /** The fewest and the most rows of the table, or of its sampled blocks. */
  rows: z.tuple([z.number(), z.number()]),
  /** The checksum of these rows; null when they changed meanwhile. */
  checksum: z.string().nullable(),
  /** Per cent of its blocks that are counted. */
  sample: z.number(),
});
export type TableCount = z.output<typeof TableCount>;

const Part = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });
export type Part = z.output<typeof Part>;

/** The description of a backup: `backups/<id>.json`, written after all its other objects. */
const Backup = z.object({
  format: z.literal(1),
  /** The moment of its beginning to the millisecond, such as `20261127T140300125Z`. */
  id: z.string().regex(/^\d{8}T\d{9}Z$/),
  startedAt: z.iso.datetime().transform((text) => new Date(text)),
  finishedAt: z.iso.datetime().transform((text) => new Date(text)),
  /** Version of Milepost. */
  version: z.string(),
  host: z.string(),
  /** Null when the database is the operator's own, with backups of its own. */
  database: z
    .object({
      systemId: z.string(),
      major: z.string(),
      timeline: z.number(),
      startLsn: Lsn,
      endLsn: Lsn,
      /** Bytes of the cluster. */
      bytes: z.number(),
      /** The tar archive of the cluster, compressed by zstd and cut into these objects. */
      parts: z.array(Part),
      manifest: Part,
      /** The newest migration of the database. */
      migration: z.string().nullable(),
      counts: z.array(TableCount),
    })
    .nullable(),
  /** The objects of keys and passwords, and of the list of files. */
  secrets: Part,
  files: z.object({ list: Part, count: z.number(), bytes: z.number() }),
  /** Bytes of its own objects, and of the files that it refers to. */
  storedBytes: z.number(),
});
export type Backup = z.output<typeof Backup>;

export const backupId = (at: Date): string => at.toISOString().replaceAll(/[-:.]/g, '');
/** The moment of an id; later than the beginning of the backup if the clock was set back before. */
export const momentOfId = (id: string): Date =>
  new Date(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'));
export const entryName = (id: string): string => `backups/${id}.json`;
/** The beginning of the names of all objects that belong to one backup alone. */
export const partsOf = (id: string): string => `base/${id}/`;

/** The ids of the finished backups, oldest first. */
export async function listBackupIds(store: BackupStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const { name } of store.list('backups/')) {
    const [, id] = /^backups\/(\d{8}T\d{9}Z)\.json$/.exec(name) ?? [];
    if (id !== undefined) ids.push(id);
  }
  return ids.toSorted();
}

/** Every finished backup, oldest first. @throws StartError that names a damaged description */
export async function listBackups(store: BackupStore): Promise<Backup[]> {
  const found: Backup[] = [];
  for await (const { name } of store.list('backups/')) {
    const bytes = await store.get(name);
    // Retention may have removed it since it was listed.
    if (bytes === null) continue;
    const parsed = Backup.safeParse(parseJson(bytes));
    if (!parsed.success) throw damagedObject(store.name, name, parsed.error);
    found.push(parsed.data);
  }
  return found;
}

/**
 * The newest backup that was finished before a moment, or the newest of all.
 * @throws StartError with what there is instead
 */
export function chooseBackup(backups: readonly Backup[], { id, to }: { id?: string | undefined; to: Date | null }) {
  if (id !== undefined) {
    const chosen = backups.find((backup) => backup.id === id);
    if (chosen) return chosen;
    throw new StartError(`There is no backup ${id}. There are: ${backups.map((backup) => backup.id).join(', ')}.`);
  }
  const chosen = backups.findLast((backup) => to === null || backup.finishedAt <= to);
  if (chosen) return chosen;
  const [oldest] = backups;
  throw new StartError(
    oldest
      ? `The earliest moment that can be restored is ${oldest.finishedAt.toISOString()}, when the oldest backup was finished.`
      : 'There is no finished backup.',
  );
}
