import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { createDiskForecast } from './disk-forecast.ts';
import { codeOf } from './fault.ts';

export interface DiskSpace {
  state: 'ready' | 'nearly full' | 'full';
  freeBytes: number;
  sizeBytes: number;
  /** Hours until it is full at the recent rate; null when that is unknown, or it does not fill. */
  hoursLeft: number | null;
}

export interface DiskWatch {
  /** The present state of the disk; null when the system does not provide it. */
  read(): Promise<DiskSpace | null>;
  close(): void;
}

const LOOK_EVERY_MS = 300_000;
/** A weekend and a day: an operator who is warned on Friday evening can still act on Monday. */
const ENOUGH_HOURS = 72;

const MIB = 1024 ** 2;
/** With less, PostgreSQL cannot continue for long: one file of its log has 16 MiB. */
const FULL_BELOW = 64 * MIB;
/** A twentieth of a small disk, at most 2 GiB of a large one: room for the data of some hours. */
const NEARLY_FULL = { part: 0.05, atMost: 2048 * MIB };

/**
 * Classifies how full a disk is.
 * @param freeBytes available to users other than root
 * @param hoursLeft until it is full; null when unknown
 */
export function diskState(freeBytes: number, sizeBytes: number, hoursLeft: number | null = null): DiskSpace['state'] {
  if (freeBytes < FULL_BELOW) return 'full';
  const little = freeBytes < Math.min(sizeBytes * NEARLY_FULL.part, NEARLY_FULL.atMost);
  return little || (hoursLeft !== null && hoursLeft < ENOUGH_HOURS) ? 'nearly full' : 'ready';
}

/** Watches the disk that contains this folder, and how fast it fills. */
export function watchDisk(folder: string, clock: () => number = () => performance.now()): DiskWatch {
  const forecast = createDiskForecast();
  const read = async (): Promise<DiskSpace | null> => {
    try {
      const { bsize, blocks, bavail } = await statOf(path.resolve(folder));
      const freeBytes = bavail * bsize;
      forecast.add(clock(), freeBytes);
      const hoursLeft = forecast.hoursLeft();
      const sizeBytes = blocks * bsize;
      return { state: diskState(freeBytes, sizeBytes, hoursLeft), freeBytes, sizeBytes, hoursLeft };
    } catch {
      return null;
    }
  };
  void read();
  const timer = setInterval(() => void read(), LOOK_EVERY_MS).unref();
  return { read, close: () => clearInterval(timer) };
}

/** The disk of a folder, or of the one in which it will be created: a process may keep all its data elsewhere. */
async function statOf(folder: string): Promise<StatsFs> {
  return statfs(folder).catch((fault: unknown) => {
    const parent = path.dirname(folder);
    if (codeOf(fault) !== 'ENOENT' || parent === folder) throw fault;
    return statOf(parent);
  });
}
