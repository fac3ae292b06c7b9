import { parentPort, workerData } from 'node:worker_threads';
import { readSpreadsheet } from './spreadsheet.ts';

// A thread of its own: files made to take all memory or time end it, and nothing else.
if (workerData instanceof Uint8Array) parentPort?.postMessage(await readSpreadsheet(workerData), []);
