import { ByteBudget } from './byte-budget.ts';

const MB = 1024 * 1024;

/**
 * Memory that the gateway may use for devices, besides the queue of ingest. The sizes are explained in
 * docs/decisions/0023.
 */
export interface Budgets {
  /** Bytes that are not decoded yet: incomplete frames, chunks in the queue, request bodies. */
  unread: ByteBudget;
  /** The same for known devices, so that unknown devices cannot exhaust it. */
  unreadOfKnown: ByteBudget;
  /** Frames of unknown devices that wait for adoption, by their weight. */
  held: ByteBudget;
}

/**
 * Bytes of each connection, UDP conversation or request that are not counted, so that a login and an ordinary report
 * always fit. The number of connections, conversations and requests is limited elsewhere.
 */
export const UNCOUNTED_BYTES = 2048;

/**
 * Limits per address (for IPv6, per /64) and in total. An operator may have thousands of devices behind one address.
 */
export const createBudgets = (): Budgets => ({
  unread: new ByteBudget({ total: 32 * MB, perKey: 8 * MB }),
  unreadOfKnown: new ByteBudget({ total: 32 * MB, perKey: 16 * MB }),
  held: new ByteBudget({ total: 32 * MB, perKey: 8 * MB }),
});

const BYTES_A_MESSAGE = 300;
const BYTES_A_BYTE = 24;

/**
 * The upper bound of the memory that the messages of a frame need: an element of two bytes becomes a table entry of
 * about 48 bytes, and each message also has a fix and its time. Estimated from the length of the frame, because
 * visiting each attribute would cost more than decoding.
 */
export const frameWeight = (frameBytes: number, messages: number): number =>
  frameBytes * BYTES_A_BYTE + messages * BYTES_A_MESSAGE;
