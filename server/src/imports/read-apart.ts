import { Worker } from 'node:worker_threads';
import { type Fault, fault } from '@milepost/contract/fault';
import type { Signs } from './guess-columns.ts';
import type { ReadTables } from './read-table.ts';
import type { ToRead } from './spreadsheet-worker.ts';

const WITHIN_MS = 30_000;
const MOST_MEMORY_MB = 700;

type Read = ReadTables | { fault: Fault };

/** Reads a spreadsheet in a thread of its own; one that needs more memory or time than it may is told to be too large. */
export function readApart(bytes: Uint8Array, signs: Signs): Promise<Read> {
  // Functions, which descriptors have besides, do not go from thread to thread.
  const told = Object.entries(signs).map(([field, { words, looks, own, chosen }]) => [
    field,
    { words, looks, own, chosen },
  ]);
  const workerData: ToRead = { bytes, signs: Object.fromEntries(told) };
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./spreadsheet-worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    });
    const end = (read: Read) => {
      clearTimeout(timer);
      resolve(read);
      void worker.terminate();
    };
    const tooLarge = () => end({ fault: fault('sheet-heavy') });
    const timer = setTimeout(tooLarge, WITHIN_MS);
    worker.once('message', end);
    worker.once('error', tooLarge);
    worker.once('exit', tooLarge);
  });
}
