import { parentPort } from 'node:worker_threads';

/** What a thread is given. */
export interface ThreadInput<Input> {
  input: Input;
  /** Milliseconds after which it ends with the best it has. */
  withinMs: number;
}

/** What it sends: how much of its work is done, and at last the result. */
export type ThreadMessage<Result> = { done: number } | { result: Result };

const send = (message: ThreadMessage<unknown>) => parentPort?.postMessage(message, []);

/**
 * Runs the work of this thread and sends its result.
 * @param work asks for the share of the time that has gone, with the share of work done
 */
export function workInThread(withinMs: number, work: (elapsed: (done: number) => number) => unknown): void {
  const began = performance.now();
  const result = work((done) => {
    send({ done });
    return (performance.now() - began) / withinMs;
  });
  send({ result });
}
