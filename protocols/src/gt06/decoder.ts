import { withoutUnsetClocks } from '../tools/bad-frame.ts';
import type { Command, Decoded, Decoder } from '../types.ts';
import { encodeCommand } from './command.ts';
import { parseFrame } from './frame.ts';
import { newSession } from './session.ts';
import { decodePacket } from './packets.ts';

function fault(text: string): Decoded {
  return { identities: [], messages: [], replies: [], fault: text };
}

/** One conversation with one device. `now` is what the device is told when it asks for the time. */
export function newGt06Decoder(now: () => Date = () => new Date()): Decoder {
  const session = newSession();
  let commands = 0;
  return {
    decode(frame: Uint8Array): Decoded {
      const packet = parseFrame(frame, session);
      if (packet === null) return fault('no GT06 frame');
      try {
        return withoutUnsetClocks(decodePacket(packet, now));
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        return fault(`type 0x${packet.type.toString(16).padStart(2, '0')}: ${text}`);
      }
    },
    encode(command: Command): Uint8Array | null {
      commands = (commands + 1) % 0x10000;
      return encodeCommand(command, commands);
    },
  };
}
