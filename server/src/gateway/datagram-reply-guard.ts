import type { Reply } from '@milepost/protocols/types';

/** A datagram that equals a reply sent to its address within this time is assumed to be that reply, reflected. */
const REFLECTION_MS = 5000;
/** The number of replies remembered per address. */
const MAX_REMEMBERED = 8;

const isSame = (left: Uint8Array, right: Uint8Array) => Buffer.compare(left, right) === 0;

/**
 * Decides for one UDP address whether a datagram may be answered. The sender of a datagram can be forged, so a reply
 * may reach a host that sent nothing. Two rules protect such a host:
 *
 * - Until the device is known, the replies together are no longer than the datagram, and none repeats it: some
 *   protocols answer a heartbeat with the same bytes, so two servers would answer each other for ever.
 * - A datagram that equals a recent reply to the same address is not answered, whoever sent it. This ends a loop
 *   between two servers that both know the device.
 */
export class DatagramReplyGuard {
  #sent: { bytes: Uint8Array; at: number }[] = [];

  /** Remembers a sent reply. `at`: epoch milliseconds. */
  sent(bytes: Uint8Array, at: number): void {
    this.#sent.push({ bytes, at });
    if (this.#sent.length > MAX_REMEMBERED) this.#sent.shift();
  }

  /** True when a datagram received at `at` (epoch milliseconds) may be answered with these replies. */
  allows(datagram: Uint8Array, replies: readonly Reply[], isKnown: boolean, at: number): boolean {
    if (replies.length === 0) return true;
    if (this.#sent.some((answer) => at - answer.at < REFLECTION_MS && isSame(answer.bytes, datagram))) return false;
    if (isKnown) return true;
    const bytes = replies.reduce((sum, reply) => sum + reply.bytes.length, 0);
    return bytes <= datagram.length && !replies.some((reply) => isSame(reply.bytes, datagram));
  }
}
