import { parentPort, workerData } from 'node:worker_threads';
import type { ColumnEvidence } from './detect-columns.ts';
import { readTables } from './read-table.ts';

/** The input of the thread. */
export interface ToRead {
  bytes: Uint8Array;
  signs: ColumnEvidence;
}

// This is a separate thread, so that files made to exhaust memory or time end only this thread.
const { bytes, signs }: ToRead = workerData;
parentPort?.postMessage(await readTables(bytes, signs), []);
