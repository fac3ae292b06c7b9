import { withoutUnsetClocks } from '../tools/bad-frame.ts';
import type { Command, Decoded, Decoder } from '../types.ts';
import { buildFrame, parseFrame } from './frame.ts';
import { decodePacket } from './packets.ts';
import { newSession } from './session.ts';

function fault(text: string): Decoded {
  return { identities: [], messages: [], replies: [], fault: text };
}

/** Creates a decoder for one connection. `now` is the time sent to a device that requests it. */
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

const TEXT_OF: Readonly<Record<Exclude<Command['kind'], 'text'>, string>> = {
  engineStop: 'DYD,000000#',
  engineResume: 'HFYD,000000#',
  locate: 'WHERE#',
};

/** Length of the longest text that fits into a short frame. */
const MAX_TEXT = 240;

/**
 * 0x80 (GT06 manual 6.1): length of flag and text, server's flag (4 bytes, repeated in the reply), text, language (2,
 * English). 000000 is the factory default password of every device. Null if the text is not ASCII, is empty or is
 * longer than 240 characters.
 */
function encodeCommand(command: Command, serial: number): Uint8Array | null {
  const text = command.kind === 'text' ? command.text : TEXT_OF[command.kind];
  if (text.length === 0 || text.length > MAX_TEXT || !/^[\x20-\x7e]*$/.test(text)) return null;
  const content = new Uint8Array(1 + 4 + text.length + 2);
  content[0] = 4 + text.length;
  new DataView(content.buffer).setUint32(1, serial);
  for (let i = 0; i < text.length; i++) content[5 + i] = text.charCodeAt(i);
  content[content.length - 1] = 2;
  return buildFrame(0x80, content, serial);
}
