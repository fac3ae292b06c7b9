import { BadFrame, decodeOrFault, NOTHING_DECODED, unknownMessage } from '../tools/bad-frame.ts';
import { Fields } from '../tools/fields.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message } from '../types.ts';
import { obd } from './obd.ts';
import { plainPosition, position } from './position.ts';

const IMEI = /^\d{10,17}$/;
const COMMANDS = { engineStop: 'J', engineResume: 'K', locate: 'B' } as const;

/** Creates a decoder for one connection. */
export function newGps103Decoder(): Decoder {
  let identity: string | null = null;
  return {
    decode(frame) {
      return decodeOrFault(() => {
        const decoded = decodeText(textOf(frame).trim());
        identity = decoded.identities[0] ?? identity;
        return decoded;
      });
    },
    encode: (command) => encodeCommand(command, identity),
  };
}

function decodeText(text: string): Decoded {
  // Some devices send the identity of a heartbeat in one piece with the following frame.
  const start = text.indexOf('imei:');
  if (start < 0) return heartbeat(text);
  const fields = new Fields(text.slice(start + 5).replace(/[;*]$/, ''));
  const identity = fields.text().trim();
  const decoded: Decoded = {
    ...NOTHING_DECODED,
    identities: IMEI.test(identity) ? [identity] : [],
    // The heartbeat before the frame is answered as it would be alone.
    replies: IMEI.test(text.slice(0, start).replace(/[;,*]+$/, '')) ? [{ when: 'now', bytes: asciiBytes('ON') }] : [],
  };
  if (text.startsWith('##') || (fields.peek() === LOGIN_LETTER && fields.left === 1))
    return { ...decoded, messages: [LOGIN], replies: [{ when: 'now', bytes: asciiBytes('LOAD') }] };
  const message = fields.peek() === 'OBD' ? obd(fields) : isPlain(fields) ? plainPosition(fields) : position(fields);
  return message === null
    ? unknownMessage(fields.field(1) ?? '', decoded.identities)
    : { ...decoded, messages: [message] };
}

/** Follows the identity of a login; some models omit the "##" before it. */
const LOGIN_LETTER = 'A';
const LOGIN: Message = { kind: 'login', deviceTime: null, fix: null, attributes: {} };

/** Reads the identity alone, answered with "ON" (protocol of Coban, heartbeat packet). */
function heartbeat(text: string): Decoded {
  const identity = text.replace(/[;*]$/, '').trim();
  if (!IMEI.test(identity)) throw new BadFrame('no message of GPS103');
  return {
    identities: [identity],
    messages: [{ kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} }],
    replies: [{ when: 'now', bytes: asciiBytes('ON') }],
  };
}

/** True when the fields are those with decimal degrees: hhmmss, ddmmyy, signal, validity. */
const isPlain = (fields: Fields) => /^\d{6}$/.test(fields.peek(4) ?? '') && /^\d{6}$/.test(fields.peek(5) ?? '');

function encodeCommand(command: Command, identity: string | null): Uint8Array | null {
  if (identity === null) return null;
  if (command.kind !== 'text') return asciiBytes(`**,imei:${identity},${COMMANDS[command.kind]}`);
  if (!isAsciiLine(command.text)) return null;
  // A person enters the order alone, or the whole text.
  return asciiBytes(command.text.startsWith('**') ? command.text : `**,imei:${identity},${command.text}`);
}
