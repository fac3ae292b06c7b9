import { BadFrame, decodeOrFault } from '../tools/bad-frame.ts';
import { countedText } from '../tools/counted-text.ts';
import { Fields } from '../tools/fields.ts';
import { isTextBlank, newStreamFramer } from '../tools/stream-framer.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoder, Message, StreamProtocol } from '../types.ts';
import { position } from './position.ts';
import { vehicleBus } from './vehicle-bus.ts';

const [POSITION, VEHICLE_BUS] = ['000', '710'];
const CHECKSUM = 2;

/** Creates a decoder for one connection. */
export function newStartekDecoder(): Decoder {
  let identity: string | null = null;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const text = textOf(frame).trimEnd();
        const fields = new Fields(text.slice(0, -CHECKSUM));
        if (!fields.text().startsWith('&&')) throw new BadFrame('no message of Startek');
        const device = fields.text();
        if (device === '') throw new BadFrame('a message of nobody');
        const type = fields.text();
        identity = device;
        return { identities: [device], messages: [messageOf(type, fields)], replies: [] };
      }),
    encode: (command) => (identity === null ? null : encodeCommand(command, identity)),
  };
}

function messageOf(type: string, fields: Fields): Message {
  if (type === POSITION) return position(fields);
  const bare: Message = { kind: 'report', deviceTime: null, fix: null, attributes: {} };
  const content = fields.left > 0 ? fields.rest() : '';
  if (type === VEHICLE_BUS) return { ...bare, attributes: vehicleBus(content) };
  return { ...bare, kind: 'reply', text: content === '' ? type : `${type},${content}` };
}

/** Command 900 switches an output: 1 drives the relay. */
const COMMANDS = { engineStop: '900,1,1', engineResume: '900,1,0' } as const;

/**
 * Builds a frame: "$$", a counter character, the bytes from the comma on, content; the sum of all preceding bytes as
 * two digits.
 */
function encodeCommand(command: Command, identity: string): Uint8Array | null {
  if (command.kind === 'locate') return null;
  const text = command.kind === 'text' ? command.text : COMMANDS[command.kind];
  if (!isAsciiLine(text)) return null;
  const counted = `,${identity},${text}`;
  const summed = `$$:${counted.length}${counted}`;
  const sum = asciiBytes(summed).reduce((total, byte) => (total + byte) & 0xff, 0);
  return asciiBytes(`${summed}${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`);
}

/** Data of a device connected to the tracker have up to 1,000 bytes. */
const MAX_FRAME_BYTES = 2048;

const [AMPERSAND, RETURN, LINE_FEED] = [0x26, 0x0d, 0x0a];

/**
 * A frame consists of "&&", a counter character, the bytes from the comma to before the checksum of two digits, line
 * end.
 */
const measure = countedText({
  start: AMPERSAND,
  before: 1,
  behind: 4,
  fits: (bytes, at) => bytes[at + 2] === RETURN && bytes[at + 3] === LINE_FEED,
  most: MAX_FRAME_BYTES - 16,
});

export const newStartekFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);

/** Startek's trackers: positions, CAN bus data, command replies, over TCP. */
export const startek: StreamProtocol = {
  kind: 'stream',
  name: 'startek',
  title: 'Startek',
  defaultPort: 5222,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['engineStop', 'engineResume', 'text'],
  engineReplies: {
    stopped: /^900,OK\b/i,
    resumed: /^900,OK\b/i,
    refused: /^900,(?:ERR|FAIL)/i,
  },
  phrases: { output: { numbers: [1, 2], relay: 1, write: (number, on) => `900,${number},${on ? 1 : 0}` } },
  newFramer: newStartekFramer,
  newDecoder: newStartekDecoder,
};
