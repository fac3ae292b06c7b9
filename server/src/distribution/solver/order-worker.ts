import { workerData } from 'node:worker_threads';
import { orderStops, type StopsToOrder } from './order-stops.ts';
import { type ThreadInput, workInThread } from './work-in-thread.ts';

const { input, withinMs }: ThreadInput<StopsToOrder> = workerData;
workInThread(withinMs, (elapsed) => orderStops(input, elapsed));
