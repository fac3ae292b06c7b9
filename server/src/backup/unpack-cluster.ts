import { createHash } from 'node:crypto';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createZstdDecompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { StartError } from '../errors.ts';
import type { Backup, Part } from './backup-catalog.ts';
import { type BackupStore, damagedObject, parseJson } from './backup-store.ts';
import { partOf } from './part-writer.ts';
import { createTarReader } from './tar-reader.ts';

const decompress = promisify(zstdDecompress);

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
export async function getPart(store: BackupStore, { name, sha256 }: Part): Promise<Buffer> {
  const bytes = await store.get(name);
  if (bytes === null) throw new StartError(`${name} in ${store.name} is missing.`);
  if (partOf(name, bytes).sha256 !== sha256) throw damagedObject(store.name, name);
  return bytes;
}

/**
 * Unpacks the cluster of a backup into an empty folder and checks every file by PostgreSQL's manifest.
 * @throws StartError that names what is damaged or missing
 */
export async function unpackCluster(
  store: BackupStore,
  { parts, manifest }: NonNullable<Backup['database']>,
  cluster: string,
  signal: AbortSignal,
): Promise<void> {
  const listed = Manifest.safeParse(parseJson(await decompress(await getPart(store, manifest))));
  if (!listed.success) throw damagedObject(store.name, manifest.name, listed.error);
  const missing = new Map(listed.data.Files.map((file) => [file.Path, file]));
  let handle: FileHandle | null = null;
  let current: { name: string; summed: ReturnType<typeof createHash> } | null = null;
  const reader = createTarReader({
    entry: async ({ name, kind }) => {
      const file = path.join(cluster, name);
      if (path.relative(cluster, file).startsWith('..')) throw new StartError(`${name} in the backup leads elsewhere.`);
      if (kind === 'folder') return void (await mkdir(file, { recursive: true, mode: 0o700 }));
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      handle = await open(file, 'w', 0o600);
      current = { name, summed: createHash('sha256') };
    },
    data: async (bytes) => {
      current?.summed.update(bytes);
      await handle?.write(bytes);
    },
    end: async () => {
      await handle?.close();
      handle = null;
      if (current === null) return;
      const { name, summed } = current;
      current = null;
      const expected = missing.get(name);
      missing.delete(name);
      // The log is not in the manifest; its records have checksums of their own.
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
    for await (const bytes of decompressor) await reader.push(bytes);
    await feeding;
    reader.finish();
  } finally {
    await (handle as FileHandle | null)?.close();
  }
  const [first] = missing.keys();
  if (first !== undefined) throw new StartError(`${first} of the cluster is missing in the backup.`);
}
