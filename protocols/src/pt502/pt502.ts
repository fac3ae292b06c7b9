import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import { isTextBlank, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoder, StreamProtocol } from '../types.ts';
import { position } from './position.ts';

const PIECE_OF_PHOTOGRAPH = '$PHD';
/** The first output drives the relay. */
const COMMANDS = { engineStop: '#OPC1,1', engineResume: '#OPC1,0' } as const;

/** Creates a decoder for one connection. The protocol has no acknowledgements; photographs are not requested. */
export function newPt502Decoder(): Decoder {
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const text = textOf(frame).trim();
        const start = text.indexOf('$');
        if (start < 0) throw new BadFrame('no message of PT502');
        if (text.startsWith(PIECE_OF_PHOTOGRAPH, start)) return NOTHING_DECODED;
        const { identity, message } = position(text.slice(start + 1));
        return { identities: [identity], messages: [message], replies: [] };
      }),
    encode: encodeCommand,
  };
}

function encodeCommand(command: Command): Uint8Array | null {
  if (command.kind === 'locate') return null;
  const text = command.kind === 'text' ? command.text : COMMANDS[command.kind];
  return isAsciiLine(text) ? asciiBytes(`${text}\r\n`) : null;
}

const MAX_FRAME_BYTES = 2048;

const [DOLLAR, COMMA, LINE_FEED, RETURN, ENVELOPE] = [0x24, 0x2c, 0x0a, 0x0d, 0xbf];
/** Some devices send five bytes of a lower layer before a frame. */
const ENVELOPE_BYTES = 5;
/** "PHD", the beginning of a piece of a photograph. */
const PIECE = [0x50, 0x48, 0x44];
const MAX_DIGITS = 5;

const isStart = (byte: number) => byte === DOLLAR || byte === ENVELOPE;

/** Text to the line end; or "$PHD", offset of the piece, comma, its length, comma, its bytes. */
function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] === ENVELOPE) return end - at > ENVELOPE_BYTES ? -ENVELOPE_BYTES : NEEDS_MORE_BYTES;
  if (bytes[at] !== DOLLAR) return untilStart(bytes, at, end, isStart);
  if (end - at <= PIECE.length) return NEEDS_MORE_BYTES;
  if (PIECE.every((byte, index) => bytes[at + 1 + index] === byte)) return pieceLength(bytes, at, end);
  for (let index = at; index < end; index += 1) {
    if (bytes[index] === LINE_FEED || bytes[index] === RETURN) return index + 1 - at;
  }
  return NEEDS_MORE_BYTES;
}

function pieceLength(bytes: Uint8Array, at: number, end: number): number {
  let next = at;
  while (next < end && bytes[next] !== COMMA) next += 1;
  let count = 0;
  const from = next + 1;
  for (next = from; next < end && bytes[next] !== COMMA; next += 1) {
    const digit = (bytes[next] ?? 0) - 0x30;
    if (digit < 0 || digit > 9 || next - from >= MAX_DIGITS) return untilStart(bytes, at, end, isStart);
    count = count * 10 + digit;
  }
  if (next >= end) return NEEDS_MORE_BYTES;
  const length = next + 1 + count - at;
  if (length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return at + length <= end ? length : NEEDS_MORE_BYTES;
}

export const newPt502Framer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);

/** PT502 and related devices: text over TCP, with pieces of photographs between. */
export const pt502: StreamProtocol = {
  kind: 'stream',
  name: 'pt502',
  title: 'PT502',
  defaultPort: 5017,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['engineStop', 'engineResume', 'text'],
  engineReplies: NO_ENGINE_REPLIES,
  newFramer: newPt502Framer,
  newDecoder: newPt502Decoder,
};
