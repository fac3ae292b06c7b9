import { Worker } from 'node:worker_threads';
import type { Ordered, StopsToOrder } from './solver/order-stops.ts';
import type { SpreadResult, StopsToSpread } from './solver/spread-stops.ts';
import type { ThreadInput, ThreadMessage } from './solver/work-in-thread.ts';

const WITHIN_MS = 8000;
/** Longer than the thread's own limit: it hangs. */
const LOST_AFTER_MS = 30_000;
const MAX_MEMORY_MB = 300;

/**
 * Orders stops in a separate thread, within about 8 s.
 * @param signal ends the thread; the promise is then rejected with its reason
 * @param reportProgress called with the completed share of the work, 0 to 1
 */
export const orderInThread = (
  input: StopsToOrder,
  signal: AbortSignal,
  reportProgress: (done: number) => void,
  withinMs = WITHIN_MS,
): Promise<Ordered> => runInThread('./solver/order-worker.ts', { input, withinMs }, signal, reportProgress);

/** The same for stops that are spread over vehicles. */
export const spreadInThread = (
  input: StopsToSpread,
  signal: AbortSignal,
  reportProgress: (done: number) => void,
  withinMs = WITHIN_MS,
): Promise<SpreadResult> => runInThread('./solver/spread-worker.ts', { input, withinMs }, signal, reportProgress);

function runInThread<Input, Result>(
  file: string,
  workerData: ThreadInput<Input>,
  signal: AbortSignal,
  reportProgress: (done: number) => void,
): Promise<Result> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(file, import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    const end = (finish: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      finish();
      void worker.terminate();
    };
    const fail = (error: unknown) => end(() => reject(error instanceof Error ? error : new Error(String(error))));
    const stop = () => fail(signal.reason);
    const timer = setTimeout(() => fail(new Error('the computation of a stop order takes too long')), LOST_AFTER_MS);
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: ThreadMessage<Result>) => {
      if ('done' in message) reportProgress(message.done);
      else end(() => resolve(message.result));
    });
    worker.once('error', fail);
    worker.once('exit', () => fail(new Error('the computation of a stop order ended early')));
  });
}
