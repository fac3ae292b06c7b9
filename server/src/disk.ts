import { statfs } from 'node:fs/promises';
import { createDiskForecast } from './disk-forecast.ts';

export interface DiskSpace {
  state: 'ready' | 'nearly full' | 'full';
  freeBytes: number;
  /** Hours until it is full if it fills as it did lately; null where that is not known, or it does not fill. */
  hoursLeft: number | null;
}

export interface DiskWatch {
  /** The disk now; null where the system does not tell. */
  read(): Promise<DiskSpace | null>;
  close(): void;
}

const LOOK_EVERY_MS = 300_000;
/** A weekend and a day: who is warned on Friday evening can still act on Monday. */
const ENOUGH_HOURS = 72;

const MIB = 1024 ** 2;
/** With less PostgreSQL cannot go on for long: one file of its log has 16 MiB. */
const FULL_BELOW = 64 * MIB;
/** A twentieth of a small disk, at most 2 GiB of a large one: room for what comes within hours. */
const NEARLY_FULL = { part: 0.05, atMost: 2048 * MIB };

/**
 * How full a disk is.
 * @param freeBytes what is free for others than root
 * @param hoursLeft until it is full; null where that is not known
 */
export function diskState(freeBytes: number, sizeBytes: number, hoursLeft: number | null = null): DiskSpace['state'] {
  if (freeBytes < FULL_BELOW) return 'full';
  const little = freeBytes < Math.min(sizeBytes * NEARLY_FULL.part, NEARLY_FULL.atMost);
  return little || (hoursLeft !== null && hoursLeft < ENOUGH_HOURS) ? 'nearly full' : 'ready';
}

/** Watches the disk that holds this folder, and how fast it fills. */
export function watchDisk(folder: string, clock: () => number = () => performance.now()): DiskWatch {
  const forecast = createDiskForecast();
  const read = async (): Promise<DiskSpace | null> => {
    try {
      const { bsize, blocks, bavail } = await statfs(folder);
      const freeBytes = bavail * bsize;
      forecast.add(clock(), freeBytes);
      const hoursLeft = forecast.hoursLeft();
      return { state: diskState(freeBytes, blocks * bsize, hoursLeft), freeBytes, hoursLeft };
    } catch {
      return null;
    }
  };
  void read();
  const timer = setInterval(() => void read(), LOOK_EVERY_MS).unref();
  return { read, close: () => clearInterval(timer) };
}
