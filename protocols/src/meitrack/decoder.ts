import { decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { Fields } from '../tools/fields.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message } from '../types.ts';
import { fixedRecords } from './fixed-records.ts';
import { parameterRecords } from './parameter-records.ts';
import { isPosition, textPosition } from './text-position.ts';

const HEAD = /^\$\$.\d+,(\d+),([A-Z0-9]{3}),/;
const HEAD_BYTES = 40;
/** A requested or spontaneous position, and one from memory. All others are recognised by their form. */
const POSITIONS: ReadonlySet<string> = new Set(['AAA', 'AFF']);
/** Types of messages: a photograph was taken, and parts of a photograph. Photographs are not stored. */
const PHOTO: ReadonlySet<string> = new Set(['D00', 'D03']);
/** Output 1 on and off, with the others unchanged; a position request. */
const COMMANDS = { engineStop: 'C01,0,12222', engineResume: 'C01,0,02222', locate: 'A10' } as const;

/** Creates a decoder for one connection. */
export function newMeitrackDecoder(): Decoder {
  let identity: string | null = null;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const head = HEAD.exec(textOf(frame.subarray(0, HEAD_BYTES)));
        const [whole = '', device = '', type = ''] = head ?? [];
        if (head === null) return { ...NOTHING_DECODED, fault: 'no message of Meitrack' };
        identity = device;
        const decoded = (messages: Message[]): Decoded => ({ identities: [device], messages, replies: [] });
        if (type === 'CCE') return decoded(parameterRecords(new ByteReader(frame, whole.length)));
        if (type === 'CCC') return decoded(fixedRecords(new ByteReader(frame, whole.length)));
        if (PHOTO.has(type)) return decoded([{ kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} }]);
        const text = textOf(frame);
        const content = text.slice(whole.length, text.includes('*') ? text.lastIndexOf('*') : text.length);
        const fields = new Fields(content);
        if (POSITIONS.has(type) || isPosition(fields)) return decoded([textPosition(type, fields)]);
        return decoded([{ kind: 'reply', deviceTime: null, fix: null, attributes: {}, text: `${type},${content}` }]);
      }),
    encode: (command) => encodeCommand(command, identity),
  };
}

/**
 * Builds a frame: "@@", a counter letter, the bytes from the comma to the line end, content, the sum of all preceding
 * bytes as two digits.
 */
function encodeCommand(command: Command, identity: string | null): Uint8Array | null {
  const text = command.kind === 'text' ? command.text : COMMANDS[command.kind];
  if (identity === null || !/^[\x20-\x29\x2b-\x7e]{1,200}$/.test(text)) return null;
  const content = `,${identity},${text}*`;
  const head = `@@A${content.length + 4}${content}`;
  const sum = asciiBytes(head).reduce((total, byte) => (total + byte) & 0xff, 0);
  return asciiBytes(`${head}${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`);
}
