import { parentPort, workerData } from 'node:worker_threads';
import { type Ordered, orderStops, type StopsToOrder } from './order-stops.ts';

/** What the thread is given. */
export interface ToOrder extends StopsToOrder {
  /** Milliseconds after which it ends with the best it has. */
  withinMs: number;
}

/** What it says: how much of its work is done, and at last the order. */
export type Said = { done: number } | { ordered: Ordered };

const { withinMs, ...input }: ToOrder = workerData;
const began = performance.now();
const say = (said: Said) => parentPort?.postMessage(said, []);
const ordered = orderStops(input, (done) => {
  say({ done });
  return (performance.now() - began) / withinMs;
});
say({ ordered });
