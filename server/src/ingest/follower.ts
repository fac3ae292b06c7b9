import type { Submission } from './batch.ts';

/** Each stands for a device of its own, so that they share a batch with others as devices do. */
const MANY = 1000;
const BYTES = 1000;
let count = 0;

/** One who waits for a commit as if a report were in it, and has none. */
export function followerOf(onStored: () => void, receivedAt: number): Submission {
  count = (count + 1) % MANY;
  return { deviceId: -1 - count, messages: [], bytes: BYTES, receivedAt, onStored };
}

export const isFollower = ({ deviceId }: Submission): boolean => deviceId < 0;
