import type { Submission } from './batch.ts';

/** Submissions that wait to be stored, and those that are being stored. */
export interface SubmissionQueue {
  add(submission: Submission): void;
  /** Takes whole submissions off, up to a batch; in the order of each device, and no device more than others allow. */
  take(): Submission[];
  /** These are stored, or dropped. */
  done(submissions: readonly Submission[]): void;
  /** Whether a batch would not be full yet. */
  isShort(): boolean;
  isEmpty(): boolean;
  /** Messages that wait or are being stored, and the bytes they take. */
  waiting(): Load;
  /** True while more waits than memory should hold. */
  full(): boolean;
  /** Calls back whenever `full()` changes. */
  onPressure(listener: (full: boolean) => void): void;
  /** True while more of this device waits than its share. */
  crowded(deviceId: number): boolean;
  /** Resolves once it is not. */
  whenRoom(deviceId: number): Promise<void>;
}

export interface Load {
  messages: number;
  bytes: number;
}

const MB = 1024 * 1024;
/** A batch ends at either. */
const BATCH: Load = { messages: 2000, bytes: 4 * MB };
/** Of one device in a batch, while others wait. */
const BATCH_SHARE: Load = { messages: 500, bytes: MB };
/** From here on callers wait, until the other is reached. */
const FULL: Load = { messages: 40_000, bytes: 64 * MB };
const RELAXED: Load = { messages: 10_000, bytes: 16 * MB };
/** Of one device: its own connections wait, and those of others do not notice. */
const CROWDED: Load = { messages: 4000, bytes: 2 * MB };
const BYTES_A_MESSAGE = 1024;

/** What a submission counts: one without messages takes memory too. */
const messagesOf = ({ messages }: Submission): number => Math.max(1, messages.length);
const bytesOf = (submission: Submission): number => submission.bytes ?? messagesOf(submission) * BYTES_A_MESSAGE;

const reaches = (load: Load, limit: Load): boolean => load.messages >= limit.messages || load.bytes >= limit.bytes;

function change(load: Load, submission: Submission, sign: 1 | -1): void {
  load.messages += sign * messagesOf(submission);
  load.bytes += sign * bytesOf(submission);
}

interface DeviceLoad extends Load {
  /** Who waits for room. */
  waiters: (() => void)[];
}

export function createSubmissionQueue(): SubmissionQueue {
  let queue: Submission[] = [];
  /** What is in the queue, and that with what is being stored. */
  const queued: Load = { messages: 0, bytes: 0 };
  const waiting: Load = { messages: 0, bytes: 0 };
  const devices = new Map<number, DeviceLoad>();
  let pressed = false;
  const listeners: ((full: boolean) => void)[] = [];
  const press = (full: boolean) => {
    if (pressed === full) return;
    pressed = full;
    for (const listener of listeners) listener(full);
  };
  const crowded = (deviceId: number) => {
    const load = devices.get(deviceId);
    return load !== undefined && reaches(load, CROWDED);
  };

  const release = (submission: Submission) => {
    change(waiting, submission, -1);
    const load = devices.get(submission.deviceId);
    if (!load) return;
    change(load, submission, -1);
    if (load.messages <= 0) devices.delete(submission.deviceId);
    if (load.waiters.length > 0 && !reaches(load, CROWDED)) for (const resolve of load.waiters.splice(0)) resolve();
  };

  return {
    add: (submission) => {
      queue.push(submission);
      change(queued, submission, 1);
      change(waiting, submission, 1);
      const load = devices.get(submission.deviceId);
      if (load) change(load, submission, 1);
      else {
        const { deviceId } = submission;
        devices.set(deviceId, { messages: messagesOf(submission), bytes: bytesOf(submission), waiters: [] });
      }
      if (reaches(waiting, FULL)) press(true);
    },
    take: () => {
      const { taken, left } = reaches(queued, BATCH) ? fairBatch(queue) : { taken: queue, left: [] };
      queue = left;
      for (const submission of taken) change(queued, submission, -1);
      return taken;
    },
    done: (submissions) => {
      for (const submission of submissions) release(submission);
      if (!reaches(waiting, RELAXED)) press(false);
    },
    isShort: () => !reaches(queued, BATCH),
    isEmpty: () => queue.length === 0,
    waiting: () => ({ ...waiting }),
    full: () => pressed,
    onPressure: (listener) => listeners.push(listener),
    crowded,
    whenRoom: (deviceId) =>
      new Promise((resolve) => {
        const load = devices.get(deviceId);
        if (load && reaches(load, CROWDED)) load.waiters.push(resolve);
        else resolve();
      }),
  };
}

/**
 * The oldest submissions, passing over those of a device that has had its share; where nobody else waits it gets the
 * rest of the batch.
 */
function fairBatch(queue: readonly Submission[]): { taken: Submission[]; left: Submission[] } {
  const batch: Load = { messages: 0, bytes: 0 };
  const shares = new Map<number, Load>();
  const taken: Submission[] = [];
  const passed: Submission[] = [];
  let next = 0;
  for (; next < queue.length && !reaches(batch, BATCH); next++) {
    const submission = queue[next];
    if (!submission) continue;
    let share = shares.get(submission.deviceId);
    if (!share) shares.set(submission.deviceId, (share = { messages: 0, bytes: 0 }));
    if (reaches(share, BATCH_SHARE)) {
      passed.push(submission);
      continue;
    }
    change(share, submission, 1);
    change(batch, submission, 1);
    taken.push(submission);
  }
  let more = 0;
  for (; more < passed.length && !reaches(batch, BATCH); more++) {
    const submission = passed[more];
    if (!submission) continue;
    change(batch, submission, 1);
    taken.push(submission);
  }
  return { taken, left: [...passed.slice(more), ...queue.slice(next)] };
}
