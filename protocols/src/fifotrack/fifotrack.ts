import { BadFrame, decodeOrFault, unknownMessage } from '../tools/bad-frame.ts';
import { countedText } from '../tools/counted-text.ts';
import { Fields } from '../tools/fields.ts';
import { isTextBlank, newStreamFramer } from '../tools/stream-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message, Reply, StreamProtocol } from '../types.ts';
import { isPosition, portablePosition, position } from './position.ts';

/** Parts of photographs have 1,024 bytes. */
const MAX_FRAME_BYTES = 2048;

const [DOLLAR, STAR] = [0x24, 0x2a];

/**
 * A frame consists of "$$", the bytes from the comma to before the asterisk, which is followed by a checksum of two
 * digits.
 */
const measure = countedText({
  start: DOLLAR,
  before: 0,
  behind: 3,
  fits: (bytes, at) => bytes[at] === STAR,
  most: MAX_FRAME_BYTES - 16,
});

export const newFifotrackFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);

/** Fifotrack's trackers (A300, A600, Q1, S50, …) and portable devices (A03), over TCP. */
export const fifotrack: StreamProtocol = {
  kind: 'stream',
  name: 'fifotrack',
  title: 'Fifotrack',
  defaultPort: 5124,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'text'],
  newFramer: newFifotrackFramer,
  newDecoder: () => newFifotrackDecoder(),
};

/**
 * Types of messages: a photograph was taken, and parts of a photograph, whose bytes are not text. Photographs are not
 * stored.
 */
const PHOTO: ReadonlySet<string> = new Set(['D05', 'D06']);
/** A position of a portable device. */
const PORTABLE = 'A03';
/**
 * A requested position, a separate one, and one specific to a model. Other types beginning with "A" are recognised by
 * their form.
 */
const POSITION: ReadonlySet<string> = new Set(['A00', 'A01', 'A02']);
const HEAD_BYTES = 64;

/** Creates a decoder for one connection. `now` is the time to which portable devices set their clock. */
export function newFifotrackDecoder(now: () => Date = () => new Date()): Decoder {
  let identity: string | null = null;
  let commands = 0;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const head = new Fields(textOf(frame.subarray(0, HEAD_BYTES)));
        if (!head.text().startsWith('$$')) throw new BadFrame('no message of Fifotrack');
        const device = head.text();
        if (device === '') throw new BadFrame('a message of nobody');
        const [count, type] = [head.text(), head.text()];
        identity = device;
        const decoded = (message: Message, replies: Reply[] = []): Decoded => ({
          identities: [device],
          messages: [message],
          replies,
        });
        if (PHOTO.has(type)) return decoded(bare('heartbeat'));
        const text = textOf(frame);
        const star = text.lastIndexOf('*');
        const fields = new Fields(text.slice(0, star < 0 ? text.length : star));
        fields.skip(4);
        if (type === PORTABLE) return decoded(portablePosition(fields), [clockFor(device, count, now())]);
        if (POSITION.has(type) || (type.startsWith('A') && isPosition(fields))) return decoded(position(fields));
        if (!/^[BC]/.test(type)) return unknownMessage(type, [device]);
        return decoded({ ...bare('reply'), text: [type, fields.rest()].filter((part) => part !== '').join(',') });
      }),
    encode(command) {
      if (identity === null) return null;
      commands = (commands % 0xffff) + 1;
      return encodeCommand(command, identity, commands);
    },
  };
}

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** Portable devices repeat a position until they receive the time, "yymmddhhmmss". */
function clockFor(identity: string, count: string, now: Date): Reply {
  const iso = now.toISOString();
  const clock = [2, 5, 8, 11, 14, 17].map((at) => iso.slice(at, at + 2)).join('');
  return { when: 'stored', bytes: frameOf(identity, count, `A03,${clock}`) };
}

/** C01 requests a position (manual, "C01"); the effect of outputs differs by model, so they are sent as text. */
function encodeCommand(command: Command, identity: string, count: number): Uint8Array | null {
  if (command.kind === 'locate') return frameOf(identity, count.toString(16).toUpperCase(), 'C01');
  if (command.kind !== 'text' || !/^[\x20-\x29\x2b-\x7e]{1,200}$/.test(command.text)) return null;
  return frameOf(identity, count.toString(16).toUpperCase(), command.text);
}

/**
 * Builds a frame: "##", bytes from the comma to before the asterisk, content; all between "##" and the asterisk XOR as
 * two digits.
 */
function frameOf(identity: string, count: string, content: string): Uint8Array {
  const counted = `,${identity},${count},${content}`;
  const summed = `${counted.length}${counted}`;
  const sum = asciiBytes(summed).reduce((xor, byte) => xor ^ byte, 0);
  return asciiBytes(`##${summed}*${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`);
}
