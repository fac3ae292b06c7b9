import type { Answer, Order } from './order.ts';
import type { Report } from './report.ts';

/** What the server's bytes mean to a device. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'refused' }
  /** The batch of this ticket is stored. */
  | { kind: 'ack'; ticket: number }
  | { kind: 'command'; order: Order; answer: Answer };

/** A device's side of one connection. */
export interface Conversation {
  /** Reports in one message, and messages that may wait for their acknowledgement. */
  readonly maxBatch: number;
  readonly maxInFlight: number;
  /** What to say first; null: nothing, the device may report at once. */
  hello(): Uint8Array | null;
  /** A message; the ticket is named in its acknowledgement. */
  encode(reports: readonly Report[]): { bytes: Uint8Array; ticket: number };
  /** What keeps the connection alive; null where the protocol has no such thing. */
  heartbeat(last: Report): Uint8Array | null;
  read(chunk: Uint8Array): Reply[];
}
