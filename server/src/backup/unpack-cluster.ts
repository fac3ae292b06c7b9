import { createHash } from 'node:crypto';
import { mkdir, open, type FileHandle, statfs } from 'node:fs/promises';
import path from 'node:path';
import { createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { StartError } from '../errors.ts';
import type { Backup, Part } from './backup-catalog.ts';
import { type BackupStore, damagedObject, parseJson } from './backup-store.ts';
import { replaceClusterConfig } from './cluster-config.ts';
import { decompressObject, MAX_TEXT_BYTES } from './decompress.ts';
import { partOf } from './part-writer.ts';
import { createTarReader, type TarEntry } from './tar-reader.ts';

/** The backup manifest of PostgreSQL ("Backup Manifest Format" in its manual), as far as it is checked. */
const Manifest = z.object({
  Files: z.array(
    z.object({
      Path: z.string(),
      Size: z.number(),
      'Checksum-Algorithm': z.literal('SHA256'),
      Checksum: z.string(),
    }),
  ),
});

/** The content of an object of a backup, checked. @throws StartError that names it when it is missing or damaged */
export async function getPart(store: Pick<BackupStore, 'name' | 'get'>, { name, sha256 }: Part): Promise<Buffer> {
  const bytes = await store.get(name);
  if (bytes === null) throw new StartError(`${name} in ${store.name} is missing.`);
  if (partOf(name, bytes).sha256 !== sha256) throw damagedObject(store.name, name);
  return bytes;
}

/** @throws StartError when the disk of a folder has too little room. @param what the subject of the sentence */
export async function requireRoom(folder: string, bytes: number, what: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes) return;
  throw new StartError(
    `${what} needs ${Math.ceil(bytes / 1e6)} MB on the disk of ${folder}, where ${Math.floor((bavail * bsize) / 1e6)} MB are free. Free space there, then try again.`,
  );
}

type ManifestFile = z.output<typeof Manifest>['Files'][number];

/** The log that comes with a copy is not in the manifest; its records have checksums of their own. */
const LOG_FILE =
  /^pg_wal\/(?:[0-9A-F]{24}|[0-9A-F]{8}\.history|archive_status\/[0-9A-F]{8}(?:[0-9A-F]{16}|\.history)\.done)$/;

/** @throws StartError for an entry that does not belong into the copy of a cluster */
function checkEntry({ name, kind, size }: TarEntry, expected: ManifestFile | undefined): void {
  if (name.split(/[/\\]/).includes('..')) throw new StartError(`${name} in the backup leads elsewhere.`);
  // PostgreSQL makes links to any folder of the first, and the second has links; the embedded cluster uses neither.
  if (name === 'tablespace_map' || /^(?:\.\/)*pg_tblspc\/+[^/]/.test(name))
    throw new StartError(`The backup has tablespaces (${name}), which cannot be restored.`);
  if (kind === 'folder' || (expected ? expected.Size === size : LOG_FILE.test(name))) return;
  throw new StartError(
    expected
      ? `${name} in the backup has ${size} bytes instead of ${expected.Size}.`
      : `${name} in the backup is not in its list of files.`,
  );
}

/**
 * Unpacks the cluster of a backup into an empty folder, checks every file by PostgreSQL's manifest, and replaces its
 * configuration.
 * @throws StartError that names what is damaged, missing, or does not belong there
 */
export async function unpackCluster(
  store: Pick<BackupStore, 'name' | 'get'>,
  { parts, manifest, bytes: declared }: Pick<NonNullable<Backup['database']>, 'parts' | 'manifest' | 'bytes'>,
  cluster: string,
  signal: AbortSignal,
): Promise<void> {
  const list = await decompressObject(store, manifest.name, await getPart(store, manifest), MAX_TEXT_BYTES);
  const listed = Manifest.safeParse(parseJson(list));
  if (!listed.success) throw damagedObject(store.name, manifest.name, listed.error);
  const missing = new Map(listed.data.Files.map((file) => [file.Path, file]));
  let handle: FileHandle | null = null;
  let current: { name: string; expected: ManifestFile | undefined; summed: ReturnType<typeof createHash> } | null =
    null;
  let unpacked = 0;
  const reader = createTarReader({
    entry: async (entry) => {
      const { name, kind } = entry;
      const expected = missing.get(name);
      checkEntry(entry, expected);
      const file = path.join(cluster, name);
      if (kind === 'folder') return void (await mkdir(file, { recursive: true, mode: 0o700 }));
      // A second entry of this name is refused.
      missing.delete(name);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      handle = await open(file, 'wx', 0o600);
      current = { name, expected, summed: createHash('sha256') };
    },
    data: async (bytes) => {
      current?.summed.update(bytes);
      await handle?.write(bytes);
    },
    end: async () => {
      await handle?.close();
      handle = null;
      if (current === null) return;
      const { name, expected, summed } = current;
      current = null;
      if (expected && summed.digest('hex') !== expected.Checksum)
        throw damagedObject(store.name, `${name} of the cluster`);
    },
  });
  try {
    const decompressor = createZstdDecompress();
    const feeding = (async () => {
      for (const part of parts) {
        signal.throwIfAborted();
        const bytes = await getPart(store, part);
        await new Promise<void>((resolve, reject) =>
          decompressor.write(bytes, (fault) => (fault ? reject(fault) : resolve())),
        );
      }
      decompressor.end();
    })();
    feeding.catch((fault: unknown) => decompressor.destroy(fault instanceof Error ? fault : new Error(String(fault))));
    for await (const bytes of decompressor) {
      unpacked += bytes.length;
      if (unpacked > declared)
        throw new StartError(`The database in the backup has more than the ${declared} bytes of its description.`);
      await reader.push(bytes);
    }
    await feeding;
    reader.finish();
  } finally {
    await (handle as FileHandle | null)?.close();
  }
  const [first] = missing.keys();
  if (first !== undefined) throw new StartError(`${first} of the cluster is missing in the backup.`);
  await replaceClusterConfig(cluster);
}
