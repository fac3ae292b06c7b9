import { parentPort, workerData } from 'node:worker_threads';
import type { Signs } from './detect-columns.ts';
import { readTables } from './read-table.ts';

/** What the thread is given. */
export interface ToRead {
  bytes: Uint8Array;
  signs: Signs;
}

// A thread of its own: files made to take all memory or time end it, and nothing else.
const { bytes, signs }: ToRead = workerData;
parentPort?.postMessage(await readTables(bytes, signs), []);
