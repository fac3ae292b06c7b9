import { Worker } from 'node:worker_threads';
import { fault } from '@milepost/contract/fault';
import type { Spreadsheet } from './spreadsheet.ts';

const WITHIN_MS = 30_000;
const MOST_MEMORY_MB = 700;

/** Reads a spreadsheet in a thread of its own; one that needs more memory or time than it may is told to be too large. */
export function readApart(bytes: Uint8Array): Promise<Spreadsheet> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./spreadsheet-worker.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    });
    const end = (read: Spreadsheet) => {
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
