import type { Decoded } from '../types.ts';
import { buildFrame } from './frame.ts';
import type { Packet } from './frame.ts';
import { decoded } from './outcome.ts';

const NO_ADDRESS = new TextEncoder().encode('NA&&NA&&0##');

/**
 * 0x2A, 0xA7: the device requests the address of its location, to send it as a text message. Answered immediately with
 * 0x97 and "not available": Milepost has no addresses, and a device without an answer repeats the request.
 */
export function answerAddress(packet: Packet): Decoded {
  const content = new Uint8Array(5 + NO_ADDRESS.length);
  content[0] = NO_ADDRESS.length;
  content.set(NO_ADDRESS, 5); // after four bytes of the server's flag
  return decoded([], [{ when: 'now', bytes: buildFrame(0x97, content, packet.serial, true) }]);
}

/** Answers 0x8A, by which the device requests the time, with UTC: year, month, day, hour, minute, second. */
export function answerTime(packet: Packet, now: Date): Decoded {
  const content = new Uint8Array([
    now.getUTCFullYear() - 2000,
    now.getUTCMonth() + 1,
    now.getUTCDate(),
    now.getUTCHours(),
    now.getUTCMinutes(),
    now.getUTCSeconds(),
  ]);
  return decoded([], [{ when: 'now', bytes: buildFrame(0x8a, content, packet.serial) }]);
}
