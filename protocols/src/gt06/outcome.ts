import { unlessUnreadable } from '../tools/bad-frame.ts';
import type { Attributes, Decoded, Fix, Message, Reply } from '../types.ts';
import { buildFrame } from './frame.ts';
import type { Packet } from './frame.ts';

const NO_CONTENT = new Uint8Array(0);

/** Returns a report or heartbeat; the device's time is that of the fix if it has one. */
export function message(
  kind: Message['kind'],
  fix: Fix | null,
  attributes: Attributes,
  deviceTime: Date | null = fix?.time ?? null,
): Message {
  return { kind, deviceTime, fix, attributes };
}

export function decoded(messages: Message[], replies: Reply[] = [], identities: string[] = []): Decoded {
  return { identities, messages, replies };
}

/** The standard answer: the type and the serial number of the frame, no content. */
export function acknowledge(packet: Packet, when: Reply['when'], extended = false): Reply {
  return { when, bytes: buildFrame(packet.type, NO_CONTENT, packet.serial, extended) };
}

/** Returns one report, acknowledged when it is stored. */
export function stored(packet: Packet, fix: Fix | null, attributes: Attributes, deviceTime?: Date | null): Decoded {
  return decoded([message('report', fix, attributes, deviceTime)], [acknowledge(packet, 'stored')]);
}

/**
 * Reads the fields after a fix. If the frame ends within them, or they are invalid, the fields read before are kept:
 * neither the fix nor its acknowledgement may be lost with the rest.
 */
export function behindFix(read: () => void): void {
  unlessUnreadable(read);
}
