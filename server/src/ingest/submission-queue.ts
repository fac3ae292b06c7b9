import type { Submission } from './batch.ts';

/** Submissions that wait to be stored or are being stored. */
export interface SubmissionQueue {
  add(submission: Submission): void;
  /** Takes whole submissions, up to a batch, in order for each device and fairly between devices. */
  take(): Submission[];
  /** Removes submissions that are stored or dropped. */
  done(submissions: readonly Submission[]): void;
  /** True when less than a batch waits. */
  isShort(): boolean;
  isEmpty(): boolean;
  /** The number of messages waiting or being stored, and their bytes. */
  waiting(): Load;
  /** True while more waits than memory allows. */
  full(): boolean;
  /** Calls back whenever `full()` changes. */
  onPressure(listener: (full: boolean) => void): void;
  /** True while this device has more than its share waiting. */
  crowded(deviceId: number): boolean;
  /** Resolves once the device has room again. */
  whenRoom(deviceId: number): Promise<void>;
  /** True when something of a device waits or is being stored for which this holds. */
  holdsAny(isWanted: (deviceId: number) => boolean): boolean;
}

export interface Load {
  messages: number;
  bytes: number;
}

const MB = 1024 * 1024;
/** A batch ends at either limit. */
const BATCH: Load = { messages: 2000, bytes: 4 * MB };
/** One device's part of a batch, while others wait. */
const BATCH_SHARE: Load = { messages: 500, bytes: MB };
/**
 * No ordinary tracker sends such a frame (a packet of 1,280 bytes has a third of this weight); a phone with a backlog
 * may. All others wait while a batch is built, so heavy submissions get no more than this per batch, whoever sent them.
 */
const HEAVY_BYTES = 128 * 1024;
const HEAVY_SHARE_BYTES = MB;
/** Callers pause at the first limit, until the second is reached. */
const FULL: Load = { messages: 40_000, bytes: 64 * MB };
const RELAXED: Load = { messages: 10_000, bytes: 16 * MB };
/** Per device: only its own connections pause. */
const CROWDED: Load = { messages: 4000, bytes: 2 * MB };
const BYTES_A_MESSAGE = 1024;

/** A submission without messages counts as one, since it takes memory too. */
const messagesOf = ({ messages }: Submission): number => Math.max(1, messages.length);
const bytesOf = (submission: Submission): number => submission.bytes ?? messagesOf(submission) * BYTES_A_MESSAGE;

const reaches = (load: Load, limit: Load): boolean => load.messages >= limit.messages || load.bytes >= limit.bytes;

function put(load: Load, submission: Submission): void {
  load.messages += messagesOf(submission);
  load.bytes += bytesOf(submission);
}

function take(load: Load, submission: Submission): void {
  load.messages -= messagesOf(submission);
  load.bytes -= bytesOf(submission);
}

interface DeviceLoad extends Load {
  /** Callers waiting for room. */
  waiters: (() => void)[] | null;
}

export function createSubmissionQueue(): SubmissionQueue {
  let queue: Submission[] = [];
  /** The load in the queue, and including what is being stored. */
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

  // Retained for every device that ever reported, because creating it for each frame would cost more.
  const loadOf = (deviceId: number): DeviceLoad => {
    let load = devices.get(deviceId);
    if (!load) devices.set(deviceId, (load = { messages: 0, bytes: 0, waiters: null }));
    return load;
  };

  const release = (submission: Submission) => {
    take(waiting, submission);
    const load = loadOf(submission.deviceId);
    take(load, submission);
    if (load.waiters === null || reaches(load, CROWDED)) return;
    for (const resolve of load.waiters) resolve();
    load.waiters = null;
  };

  return {
    add: (submission) => {
      queue.push(submission);
      put(queued, submission);
      put(waiting, submission);
      put(loadOf(submission.deviceId), submission);
      if (reaches(waiting, FULL)) press(true);
    },
    take: () => {
      const small = queued.bytes < HEAVY_SHARE_BYTES && queued.messages < BATCH.messages;
      const { taken, left } = small ? { taken: queue, left: [] } : fairBatch(queue);
      queue = left;
      for (const submission of taken) take(queued, submission);
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
    holdsAny: (isWanted) => {
      for (const [deviceId, { messages }] of devices) if (messages > 0 && isWanted(deviceId)) return true;
      return false;
    },
    whenRoom: (deviceId) =>
      new Promise((resolve) => {
        const load = devices.get(deviceId);
        if (load && reaches(load, CROWDED)) (load.waiters ??= []).push(resolve);
        else resolve();
      }),
  };
}

/**
 * The oldest submissions, skipping devices that have had their share. If no others wait, those devices get the rest of
 * the batch.
 */
function fairBatch(queue: readonly Submission[]): { taken: Submission[]; left: Submission[] } {
  const batch: Load = { messages: 0, bytes: 0 };
  let heavyBytes = 0;
  const taken: Submission[] = [];
  const shares = new Map<number, Load>();
  /** Skipped devices: their later submissions must not overtake the skipped ones. */
  const skippedDevices = new Set<number>();

  const sift = (some: readonly Submission[], takes: (submission: Submission) => boolean): Submission[] => {
    const passed: Submission[] = [];
    for (const [index, submission] of some.entries()) {
      if (reaches(batch, BATCH)) return [...passed, ...some.slice(index)];
      const { deviceId } = submission;
      const heavy = bytesOf(submission) >= HEAVY_BYTES;
      if (skippedDevices.has(deviceId) || (heavy && heavyBytes >= HEAVY_SHARE_BYTES) || !takes(submission)) {
        skippedDevices.add(deviceId);
        passed.push(submission);
        continue;
      }
      if (heavy) heavyBytes += bytesOf(submission);
      put(batch, submission);
      taken.push(submission);
    }
    return passed;
  };

  const left = sift(queue, (submission) => {
    let share = shares.get(submission.deviceId);
    if (!share) shares.set(submission.deviceId, (share = { messages: 0, bytes: 0 }));
    if (reaches(share, BATCH_SHARE)) return false;
    put(share, submission);
    return true;
  });
  skippedDevices.clear();
  return { taken, left: left.length > 0 ? sift(left, () => true) : left };
}
