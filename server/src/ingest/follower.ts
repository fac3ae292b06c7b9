import type { Submission } from './batch.ts';

/** Followers act as so many devices, so that they share batches as devices do. */
const MANY = 1000;
const BYTES = 1000;
let count = 0;

/** An empty submission that waits for a commit like a report. */
export function followerOf(onStored: () => void, receivedAt: number): Submission {
  count = (count + 1) % MANY;
  return { deviceId: -1 - count, messages: [], bytes: BYTES, receivedAt, onStored };
}

export const isFollower = ({ deviceId }: Submission): boolean => deviceId < 0;
