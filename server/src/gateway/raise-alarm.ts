import type { Message } from '@milepost/protocols/types';
import type { Ingest } from '../ingest/ingest.ts';

/** An alarm that the gateway raises itself: stored like one that the device sends, so that rules see it. */
export function raiseTwoSenders(ingest: Ingest): (deviceId: number, at: number) => void {
  const message: Message = { kind: 'report', deviceTime: null, fix: null, attributes: { alarm: ['twoSenders'] } };
  return (deviceId, receivedAt) => ingest.submit({ deviceId, messages: [message], receivedAt, onStored: () => {} });
}
