import { parentPort } from 'node:worker_threads';

/** The input of a thread. */
export interface ThreadInput<Input> {
  input: Input;
  /** Milliseconds after which it ends with its best result. */
  withinMs: number;
}

/** Its messages: the completed share of the work, and finally the result. */
export type ThreadMessage<Result> = { done: number } | { result: Result };

const send = (message: ThreadMessage<unknown>) => parentPort?.postMessage(message, []);

/**
 * Runs the work of this thread and sends its result.
 * @param work gets a function that returns the elapsed share of the time, given the completed share of the work
 */
export function workInThread(withinMs: number, work: (elapsed: (done: number) => number) => unknown): void {
  const began = performance.now();
  const result = work((done) => {
    send({ done });
    return (performance.now() - began) / withinMs;
  });
  send({ result });
}
