import type { Submission } from './batch.ts';

/** Submissions that wait to be stored, and those that are being stored. */
export interface SubmissionQueue {
  add(submission: Submission): void;
  /** Takes whole submissions off, up to a batch of messages. */
  take(): Submission[];
  /** These are stored, or dropped. */
  done(submissions: readonly Submission[]): void;
  /** Whether a batch would not be full yet. */
  isShort(): boolean;
  isEmpty(): boolean;
  /** Messages that wait or are being stored. */
  waiting(): number;
  /** True while more messages wait than memory should hold. */
  full(): boolean;
  /** Calls back whenever `full()` changes. */
  onPressure(listener: (full: boolean) => void): void;
}

/** A batch ends at this many messages. */
const MAX_BATCH = 2000;
const FULL_AT = 40_000;
const RELAXED_AT = 10_000;

/** What a submission counts: one without messages takes memory too. */
const weight = ({ messages }: Submission): number => Math.max(1, messages.length);

export function createSubmissionQueue(): SubmissionQueue {
  let queue: Submission[] = [];
  /** Messages in the queue, and those with the ones that are being stored. */
  let queued = 0;
  let waiting = 0;
  let pressed = false;
  const listeners: ((full: boolean) => void)[] = [];
  const press = (full: boolean) => {
    if (pressed === full) return;
    pressed = full;
    for (const listener of listeners) listener(full);
  };
  return {
    add: (submission) => {
      queue.push(submission);
      queued += weight(submission);
      waiting += weight(submission);
      if (waiting >= FULL_AT) press(true);
    },
    take: () => {
      let count = 0;
      let end = 0;
      for (; count < MAX_BATCH; end++) {
        const next = queue[end];
        if (!next) break;
        count += weight(next);
      }
      const taken = queue.slice(0, end);
      queue = queue.slice(end);
      queued -= count;
      return taken;
    },
    done: (submissions) => {
      for (const submission of submissions) waiting -= weight(submission);
      if (waiting <= RELAXED_AT) press(false);
    },
    isShort: () => queued < MAX_BATCH,
    isEmpty: () => queue.length === 0,
    waiting: () => waiting,
    full: () => pressed,
    onPressure: (listener) => listeners.push(listener),
  };
}
