import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  state: 'ready' | 'nearly full' | 'full';
  freeBytes: number;
}

const MIB = 1024 ** 2;
/** With less PostgreSQL cannot go on for long: one file of its log has 16 MiB. */
const FULL_BELOW = 64 * MIB;
/** A twentieth of a small disk, at most 2 GiB of a large one: days of positions, and time to act. */
const NEARLY_FULL = { part: 0.05, atMost: 2048 * MIB };

/** How full a disk is, by its size and what is free for others than root, bytes. */
export function diskState(freeBytes: number, sizeBytes: number): DiskSpace['state'] {
  if (freeBytes < FULL_BELOW) return 'full';
  return freeBytes < Math.min(sizeBytes * NEARLY_FULL.part, NEARLY_FULL.atMost) ? 'nearly full' : 'ready';
}

/** The disk that holds this folder; null where the system does not tell. */
export async function readDisk(folder: string): Promise<DiskSpace | null> {
  try {
    const { bsize, blocks, bavail } = await statfs(folder);
    const freeBytes = bavail * bsize;
    return { state: diskState(freeBytes, blocks * bsize), freeBytes };
  } catch {
    return null;
  }
}
