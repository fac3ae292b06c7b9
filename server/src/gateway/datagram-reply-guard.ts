import type { Reply } from '@milepost/protocols/types';

/** A datagram that equals an answer sent to its address within this time is taken for that answer, sent back. */
const REFLECTION_MS = 5000;
/** Answers to one address that are remembered. */
const MAX_REMEMBERED = 8;

const isSame = (left: Uint8Array, right: Uint8Array) => Buffer.compare(left, right) === 0;

/**
 * Decides for one UDP address whether a datagram may be answered. Anybody can forge the sender of a datagram, so an
 * answer may reach a host that asked nothing. Two rules keep such a host from harm:
 *
 * - Before the device is known, answers are no longer than the datagram in sum, and none repeats it: heartbeats of some
 *   protocols are answered with the same bytes, and two servers would answer each other for ever.
 * - A datagram that equals a recent answer to the same address is not answered, whoever sent it. This ends a loop of two
 *   servers that both know the device.
 */
export class DatagramReplyGuard {
  #sent: { bytes: Uint8Array; at: number }[] = [];

  /** Remembers an answer. `at`: milliseconds since 1970. */
  sent(bytes: Uint8Array, at: number): void {
    this.#sent.push({ bytes, at });
    if (this.#sent.length > MAX_REMEMBERED) this.#sent.shift();
  }

  /** Whether a datagram that was received at `at` (milliseconds since 1970) may be answered with these replies. */
  allows(datagram: Uint8Array, replies: readonly Reply[], isKnown: boolean, at: number): boolean {
    if (replies.length === 0) return true;
    if (this.#sent.some((answer) => at - answer.at < REFLECTION_MS && isSame(answer.bytes, datagram))) return false;
    if (isKnown) return true;
    const bytes = replies.reduce((sum, reply) => sum + reply.bytes.length, 0);
    return bytes <= datagram.length && !replies.some((reply) => isSame(reply.bytes, datagram));
  }
}
