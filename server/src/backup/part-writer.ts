import { createHash } from 'node:crypto';
import { constants, createZstdCompress } from 'node:zlib';
import type { Part } from './backup-catalog.ts';
import type { BackupStore } from './backup-store.ts';

/** Bytes of an object: few enough to be held in memory, enough that a large backup has not too many. */
const PART_BYTES = 32 * 1024 * 1024;
/** The usual level of zstd: at a disk's speed on one core. */
export const ZSTD_LEVEL = 3;

interface PartWriter {
  write(bytes: Buffer): Promise<void>;
  /** @returns every part, once all are durable */
  finish(): Promise<Part[]>;
  /** Ends it after a fault elsewhere. */
  abort(): void;
}

/** Compresses a stream and stores it as parts `<prefix>0001`, `<prefix>0002`, one uploading while the next one fills. */
export function createPartWriter(store: BackupStore, prefix: string): PartWriter {
  const compressor = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } });
  const parts: Part[] = [];
  const storeAll = async () => {
    let uploading: Promise<unknown> = Promise.resolve();
    let chunks: Buffer[] = [];
    let size = 0;
    const flush = async () => {
      const bytes = Buffer.concat(chunks);
      chunks = [];
      size = 0;
      await uploading;
      const name = `${prefix}${String(parts.length + 1).padStart(4, '0')}`;
      parts.push(partOf(name, bytes));
      uploading = store.put(name, bytes);
      // Awaited with the next part; until then a failure must not count as unhandled.
      uploading.catch(() => {});
    };
    for await (const chunk of compressor) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= PART_BYTES) await flush();
    }
    if (size > 0) await flush();
    await uploading;
  };
  const stored = storeAll().catch((fault: unknown) => {
    compressor.destroy(fault instanceof Error ? fault : new Error(String(fault)));
    throw fault;
  });
  stored.catch(() => {});
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        compressor.write(bytes, (fault) => {
          if (!fault) resolve();
          // The fault of storing, if that is why it ended.
          else stored.then(resolve, reject);
        });
      }),
    finish: async () => {
      compressor.end();
      await stored;
      return parts;
    },
    abort: () => void compressor.destroy(),
  };
}

export const partOf = (name: string, bytes: Uint8Array): Part => ({
  name,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
