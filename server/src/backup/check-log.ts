import { reasonOf } from '../fault.ts';
import { type BackupStore, damagedObject } from './backup-store.ts';
import { decompressObject } from './decompress.ts';
import { parseSegment, SEGMENT_BYTES } from './wal-names.ts';

/** The bit of a frame of zstd (RFC 8878, 3.1.1.1.1) that says that the checksum of its content follows; byte 4. */
const HAS_CHECKSUM = 4;

interface CheckedLog {
  segments: number;
  /** Why segments cannot be read, a line for each. */
  faults: string[];
}

/**
 * Reads every segment of the log of changes in a target, also those that only older backups need, and compares it with
 * the checksum that it has been stored with.
 * @param read called after each segment with the part of them that is done, from 0 to 1
 */
export async function checkLog(
  store: BackupStore,
  { signal, read }: { signal: AbortSignal; read: (part: number) => void },
): Promise<CheckedLog> {
  const names: string[] = [];
  for await (const { name } of store.list('wal/')) if (parseSegment(name.split('/').at(-1) ?? '')) names.push(name);
  const faults: string[] = [];
  let segments = 0;
  for (const [index, name] of names.entries()) {
    signal.throwIfAborted();
    try {
      // Retention may have removed it since it was listed.
      if (await checkSegment(store, name)) segments += 1;
    } catch (fault) {
      faults.push(reasonOf(fault));
    }
    read((index + 1) / names.length);
  }
  return { segments, faults };
}

/** @returns false when there is no such segment. @throws StartError that names it when it is damaged */
async function checkSegment(store: BackupStore, name: string): Promise<boolean> {
  const bytes = await store.get(name);
  if (bytes === null) return false;
  const content = await decompressObject(store, name, bytes, SEGMENT_BYTES);
  if (((bytes[4] ?? 0) & HAS_CHECKSUM) === 0 || content.length !== SEGMENT_BYTES) throw damagedObject(store.name, name);
  return true;
}
