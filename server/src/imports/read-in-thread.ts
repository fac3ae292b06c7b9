import { Worker } from 'node:worker_threads';
import { type Fault, fault } from '@milepost/contract/fault';
import type { ColumnEvidence } from './detect-columns.ts';
import type { ReadTables } from './read-table.ts';
import type { ToRead } from './spreadsheet-worker.ts';

/**
 * Limits of processor time, so that a busy machine refuses no ordinary file, and of elapsed time, because the next
 * sender waits and must not be disconnected (`SILENT_FOR_MS`).
 */
const MAX_CPU_MS = 20_000;
const WITHIN_MS = 60_000;
const LOOK_MS = 250;
const MAX_MEMORY_MB = 700;

type Read = ReadTables | { fault: Fault };

/** Reads a spreadsheet in a separate thread; one that exceeds the memory or time limit is reported as too large. */
export function readInThread(bytes: Uint8Array, signs: ColumnEvidence): Promise<Read> {
  // Functions, which descriptors also have, cannot be passed to a thread.
  const cloneable = Object.entries(signs).map(([field, { words, looks, own, chosen }]) => [
    field,
    { words, looks, own, chosen },
  ]);
  const workerData: ToRead = { bytes, signs: Object.fromEntries(cloneable) };
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./spreadsheet-worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    const end = (read: Read) => {
      clearTimeout(timer);
      clearInterval(looks);
      resolve(read);
      void worker.terminate();
    };
    const tooLarge = () => end({ fault: fault('sheet-heavy') });
    const timer = setTimeout(tooLarge, WITHIN_MS);
    const look = async () => {
      if ((await cpuMs(worker)) > MAX_CPU_MS) tooLarge();
    };
    const looks = setInterval(() => void look(), LOOK_MS);
    worker.once('message', end);
    worker.once('error', tooLarge);
    worker.once('exit', tooLarge);
  });
}

/**
 * Processor time of a thread, ms; 0 when it has ended meanwhile, and with a Node before 24.6, which does not report it.
 */
async function cpuMs(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return 0;
  }
}
