import type { Answer, Order } from './order.ts';
import type { Report } from './report.ts';

/** The meaning of the server's bytes to a device. */
export type Reply =
  | { kind: 'ready' }
  | { kind: 'refused' }
  /** The batch with this ticket is stored. */
  | { kind: 'ack'; ticket: number }
  | { kind: 'command'; order: Order; answer: Answer };

/** A device's side of one connection. */
export interface Conversation {
  /** The most reports in one message, and the most unacknowledged messages. */
  readonly maxBatch: number;
  readonly maxInFlight: number;
  /** The first message; null: none, the device may report immediately. */
  hello(): Uint8Array | null;
  /** Encodes a message; the acknowledgement contains its ticket. */
  encode(reports: readonly Report[]): { bytes: Uint8Array; ticket: number };
  /** A message that keeps the connection alive; null if the protocol has none. */
  heartbeat(last: Report): Uint8Array | null;
  read(chunk: Uint8Array): Reply[];
}
