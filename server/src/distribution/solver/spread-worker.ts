import { workerData } from 'node:worker_threads';
import { spreadStops, type StopsToSpread } from './spread-stops.ts';
import { type ThreadInput, workInThread } from './work-in-thread.ts';

const { input, withinMs }: ThreadInput<StopsToSpread> = workerData;
workInThread(withinMs, (elapsed) => spreadStops(input, elapsed));
