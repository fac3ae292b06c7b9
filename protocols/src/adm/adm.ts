import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { bareMessage, decodedFrom, newConversation } from '../tools/conversation.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { asciiBytes, isAsciiLine } from '../tools/text.ts';
import type { Decoded, Decoder, StreamProtocol } from '../types.ts';
import { position } from './position.ts';

/** Digits that some firmware sends before each packet. */
const IMEI_BYTES = 15;
/** The device number and the length of the packet. */
const HEAD_BYTES = 3;
/** A picture's packet is the smallest, a command reply the largest. */
const [MIN_BYTES, MAX_BYTES] = [16, 0x84];
const MAX_FRAME_BYTES = IMEI_BYTES + MAX_BYTES;

const isDigit = (byte = 0) => byte >= 0x30 && byte <= 0x39;

/**
 * True when an IMEI begins at this offset. A device number may look like two digits, but a packet never looks like
 * fifteen.
 */
function startsWithImei(bytes: Uint8Array, at: number): boolean {
  for (let index = at; index < at + IMEI_BYTES; index += 1) if (!isDigit(bytes[index])) return false;
  return true;
}

const measure: Measure = (bytes, at, end) => {
  if (at + IMEI_BYTES > end) return NEEDS_MORE_BYTES;
  const begin = startsWithImei(bytes, at) ? at + IMEI_BYTES : at;
  if (begin + HEAD_BYTES > end) return NEEDS_MORE_BYTES;
  const size = bytes[begin + 2] ?? 0;
  if (size < MIN_BYTES || size > MAX_BYTES) return untilStart(bytes, at, end, () => true);
  return begin + size > end ? NEEDS_MORE_BYTES : begin + size - at;
};

export const newAdmFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** Only the reply to a command has this size, and it has no type. */
const ANSWER_BYTES = 0x84;
const [LOGIN, LOGIN_BYTES] = [0x03, 0x42];
/** Bits that are zero in the type of a position; the others list its blocks. */
const NO_POSITION = 0x03;
/** The device keeps a packet until the server confirms how many were received. */
const COUNTED = 2;
/** Each packet is a frame of its own and counts as one. */
const ONE_TAKEN = asciiBytes('***1*');

/**
 * Creates a decoder for one connection; the first packet states how packets are to be acknowledged. Layout by
 * Neomatica's "ADM 1.06"; the acknowledgement and the blocks as implemented by servers that support them.
 */
export function newAdmDecoder(): Decoder {
  let acknowledged = 0;
  /**
   * Whether the device has identified itself. Before that, other bytes can look like positions, since packets have no
   * checksum.
   */
  let hasIdentity = false;

  function read(frame: Uint8Array): Decoded {
    const begin = startsWithImei(frame, 0) ? IMEI_BYTES : 0;
    const identities = begin > 0 ? [new ByteReader(frame).text(IMEI_BYTES)] : [];
    const reader = new ByteReader(frame, begin);
    reader.skip(2);
    const size = reader.u8();
    if (size !== frame.length - begin) throw new BadFrame(`a packet of ${frame.length - begin} bytes says ${size}`);
    if (size === ANSWER_BYTES) return decodedFrom(identities, { ...bareMessage('reply'), text: textIn(reader) });
    const type = reader.u8();
    if (type === LOGIN) {
      if (size !== LOGIN_BYTES || !startsWithImei(frame, reader.offset)) throw new BadFrame('a log-in of nobody');
      const imei = reader.text(IMEI_BYTES);
      reader.skip(1);
      acknowledged = reader.u8();
      hasIdentity = true;
      return decodedFrom([imei], bareMessage('login'));
    }
    if ((type & NO_POSITION) !== 0) throw new UnknownType(type, identities);
    const isStored = acknowledged === COUNTED;
    const message = position(type, reader, hasIdentity);
    return decodedFrom(identities, message, isStored ? [{ when: 'stored', bytes: ONE_TAKEN }] : []);
  }

  return newConversation(read, (command) =>
    command.kind === 'text' && isAsciiLine(command.text) ? asciiBytes(`${command.text}\r\n`) : null,
  );
}

/** The rest is padded with zeros. */
function textIn(reader: ByteReader): string {
  const [text = ''] = reader.text(reader.remaining).split('\0', 1);
  return text.trim();
}

/** ADM terminals of Neomatica (protocol ADM 1.06): binary packets over TCP. */
export const adm: StreamProtocol = {
  kind: 'stream',
  name: 'adm',
  title: 'ADM (Neomatica)',
  defaultPort: 5092,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  phrases: { status: 'STATUS' },
  newFramer: newAdmFramer,
  newDecoder: newAdmDecoder,
};
