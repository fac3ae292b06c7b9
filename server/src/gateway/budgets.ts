import { ByteBudget } from './byte-budget.ts';

const MB = 1024 * 1024;

/** What the gateway holds in memory for devices besides the queue of ingest; why so much: docs/decisions/0023. */
export interface Budgets {
  /** Bytes that are not decoded yet: pieces of frames, chunks that wait for their turn, bodies of requests. */
  unread: ByteBudget;
  /** The same of known devices, so that strangers cannot use it up. */
  unreadOfKnown: ByteBudget;
  /** Frames of unknown devices that wait to be adopted, by their weight. */
  held: ByteBudget;
}

/**
 * Bytes of each connection, UDP conversation or request that are not counted, so that there is always room for a login and
 * an honest report. The number of connections, conversations and requests is limited elsewhere.
 */
export const UNCOUNTED_BYTES = 2048;

/** Of an address (of IPv6 a /64), and in all. Thousands of devices may be behind one address of an operator. */
export const createBudgets = (): Budgets => ({
  unread: new ByteBudget({ total: 32 * MB, perKey: 8 * MB }),
  unreadOfKnown: new ByteBudget({ total: 32 * MB, perKey: 16 * MB }),
  held: new ByteBudget({ total: 32 * MB, perKey: 8 * MB }),
});

const BYTES_A_MESSAGE = 300;
const BYTES_A_BYTE = 24;

/**
 * What the messages of a frame take in memory, at most: an element of two bytes becomes an entry of some 48 in a table,
 * and a message has a fix and its time besides. Counted from the length of the frame, for to look at each attribute
 * would cost more than to decode it.
 */
export const frameWeight = (frameBytes: number, messages: number): number =>
  frameBytes * BYTES_A_BYTE + messages * BYTES_A_MESSAGE;
