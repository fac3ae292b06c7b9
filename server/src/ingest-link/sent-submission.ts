import type { Message } from '@milepost/protocols/types';

/** A submission on the way from a gateway to the owner of its device, as it is serialised. */
export type SentSubmission = [
  /** Counts the submissions of the gateway. */
  number: number,
  partition: number,
  /** Of the partition's owner, as the gateway knows it. */
  epoch: number,
  deviceId: number,
  protocol: string | null,
  bytes: number | null,
  receivedAt: number,
  messages: readonly Message[],
];
