import type { Message } from '@milepost/protocols/types';
import type { SubmissionSink } from '../ingest/ingest.ts';

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

/** Ingest in this process, as gateways use it. */
export interface Receiver {
  sink: SubmissionSink;
  /** True while this process has the partition, since this epoch, and the device belongs to it. */
  owns(partition: number, epoch: number, deviceId: number): boolean;
}

/** How ingest answered submissions. */
export type Answer = 'stored' | 'dropped' | 'refused';

/** Submits what a gateway sent, or refuses it. */
export function submitSent(
  [number, partition, epoch, deviceId, protocol, bytes, receivedAt, messages]: SentSubmission,
  { sink, owns }: Receiver,
  reply: (answer: Answer, number: number) => void,
): void {
  if (!owns(partition, epoch, deviceId)) return reply('refused', number);
  return sink.submit({
    deviceId,
    ...(protocol !== null && { protocol }),
    ...(bytes !== null && { bytes }),
    messages,
    receivedAt,
    onStored: () => reply('stored', number),
    onDropped: () => reply('dropped', number),
  });
}
