import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { decodedFrom, newConversation } from '../tools/conversation.ts';
import { crc16Xmodem } from '../tools/crc16.ts';
import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, unescaped, untilStart } from '../tools/stream-framer.ts';
import type { Decoded, Decoder, StreamProtocol, StreamTransport } from '../types.ts';
import { status } from './status.ts';

const [OPEN, CLOSE, ESCAPE] = [0x28, 0x29, 0x27];
/** The bit inverted in an escaped byte. */
const ESCAPED_BIT = 0x40;
/** Header, checksum and brackets: anything shorter is not a frame, and not reported as a fault. */
const MIN_BYTES = 14;
const MAX_FRAME_BYTES = 1024;

const isOpen = (byte: number) => byte === OPEN;

/** Over TCP a message stands between brackets, which do not occur within it. */
const measure: Measure = (bytes, at, end) => {
  if (!isOpen(bytes[at] ?? 0)) return untilStart(bytes, at, end, isOpen);
  for (let index = at + 1; index < end; index += 1) {
    if (bytes[index] === CLOSE) return ended(index + 1 - at);
    if (bytes[index] === OPEN) return at - index;
  }
  return NEEDS_MORE_BYTES;
};

const ended = (length: number) => (length < MIN_BYTES ? -length : length);

export const newPstFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** Types of messages: an acknowledgement (the server's, and the device's for a command), a status, a command. */
const [ACKNOWLEDGEMENT, STATUS, COMMAND] = [0x00, 0x05, 0x06];
/** Commands, followed by two unused numbers of 16 bits. */
const [RESUME, STOP] = [0x0001, 0x0002];
const COMMAND_VERSION = 6;
/** The size of these fields: identity, version, count, type. */
const HEAD_BYTES = 10;
const SUM_BYTES = 2;

/**
 * Creates a decoder for one connection. Layout, acknowledgement and commands as in the Traccar server's exchange with
 * PST devices; the maker's own document is not public.
 */
export const newPstDecoder = (transport: StreamTransport): Decoder =>
  newConversation(
    (frame) => read(transport === 'tcp' ? unwrapped(frame) : frame, transport),
    (command, identity) => {
      if (command.kind === 'engineStop') return order(identity, STOP, transport);
      return command.kind === 'engineResume' ? order(identity, RESUME, transport) : null;
    },
  );

/**
 * Reads these fields in order: identity, version of the layout, count of the message, type, and its content; a checksum
 * at the end.
 */
function read(message: Uint8Array, transport: StreamTransport): Decoded {
  const end = message.length - SUM_BYTES;
  if (end < HEAD_BYTES || new ByteReader(message, end).u16() !== crc16Xmodem(message, 0, end)) {
    throw new BadFrame('no message of PST');
  }
  const reader = new ByteReader(message, 0, end);
  const identity = String(reader.u32());
  reader.skip(5);
  const type = reader.u8();
  if (type === ACKNOWLEDGEMENT) return decodedFrom([identity], null);
  if (type !== STATUS) throw new UnknownType(type, [identity]);
  const answer = new Uint8Array(HEAD_BYTES + 1);
  answer.set(message.subarray(0, HEAD_BYTES - 1));
  answer.set([ACKNOWLEDGEMENT, type], HEAD_BYTES - 1);
  return decodedFrom([identity], status(reader), [{ when: 'stored', bytes: sent(answer, transport) }]);
}

function order(identity: string, what: number, transport: StreamTransport): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + 6);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Number(identity));
  bytes[4] = COMMAND_VERSION;
  view.setUint32(5, 1);
  bytes[9] = COMMAND;
  view.setUint16(10, what);
  view.setUint32(12, 0xffff_ffff);
  return sent(bytes, transport);
}

/** Bytes that must be escaped within the brackets. */
const isOwn = (byte: number) => byte === OPEN || byte === CLOSE || byte === ESCAPE;

/** Adds the checksum, and over TCP the brackets. */
function sent(content: Uint8Array, transport: StreamTransport): Uint8Array {
  const sum = crc16Xmodem(content);
  const message = [...content, sum >> 8, sum & 0xff];
  if (transport === 'udp') return Uint8Array.from(message);
  return Uint8Array.from([
    OPEN,
    ...message.flatMap((byte) => (isOwn(byte) ? [ESCAPE, byte ^ ESCAPED_BIT] : [byte])),
    CLOSE,
  ]);
}

/** Captures may lack the brackets. */
function unwrapped(frame: Uint8Array): Uint8Array {
  if (frame[0] !== OPEN || frame.at(-1) !== CLOSE) return frame;
  return unescaped(frame.subarray(1, -1), ESCAPE, (byte) => byte ^ ESCAPED_BIT);
}

/** Trackers of PST: binary messages over UDP, and between brackets over TCP. */
export const pst: StreamProtocol = {
  kind: 'stream',
  name: 'pst',
  title: 'PST',
  defaultPort: 5207,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['engineStop', 'engineResume'],
  engineReplies: NO_ENGINE_REPLIES,
  newFramer: newPstFramer,
  newDecoder: newPstDecoder,
};
