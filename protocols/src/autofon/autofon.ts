import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { bareMessage, decodedFrom, newConversation } from '../tools/conversation.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { asciiBytes } from '../tools/text.ts';
import type { Decoded, Decoder, StreamProtocol } from '../types.ts';
import { newerPosition } from './newer-position.ts';
import { position } from './position.ts';

const [LOGIN, POSITION, STORED, LOGIN_45, POSITION_45] = [0x10, 0x11, 0x12, 0x41, 0x02];

/** A frame is recognised by its first byte, which determines its length. */
const LENGTHS: Readonly<Record<number, number>> = {
  [LOGIN]: 12,
  [POSITION]: 78,
  [STORED]: 257,
  [LOGIN_45]: 19,
  [POSITION_45]: 34,
};
const MAX_FRAME_BYTES = 257;

const isStart = (byte: number) => LENGTHS[byte] !== undefined;

const measure: Measure = (bytes, at, end) => {
  const length = LENGTHS[bytes[at] ?? 0];
  if (length === undefined) return untilStart(bytes, at, end, isStart);
  return at + length > end ? NEEDS_MORE_BYTES : length;
};

export const newAutofonFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

const ANSWER = asciiBytes('resp_crc=');
/** Stored records follow their count and the total count. */
const [COUNT, RECORD_BYTES] = [0x0f, 42];

/**
 * Creates a decoder for one connection. Before the device has identified itself, a record without coordinates is a
 * fault: the checksum is not verified, and frames of other protocols look like such records.
 */
function newAutofonDecoder(): Decoder {
  let hasIdentity = false;
  return newConversation((frame) => {
    const decoded = read(frame);
    hasIdentity ||= decoded.identities.length > 0;
    if (!hasIdentity && decoded.messages.some(({ fix }) => fix === null)) throw new BadFrame('a record of nobody');
    return decoded;
  });
}

/**
 * A frame has a type, its content, and a checksum of all preceding bytes. The layout follows Traccar's public decoder
 * and a public server of beacons, which has the maker's units; it was checked against recorded frames, including their
 * checksums where these were unchanged.
 */
function read(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame, 0, frame.length - 1);
  switch (reader.u8()) {
    case LOGIN:
      // Versions of hardware and software.
      reader.skip(2);
      return login(reader, frame);
    case LOGIN_45:
      return login(reader, frame);
    case POSITION:
      return decodedFrom([], position(reader, true));
    case STORED: {
      const count = reader.u8() & COUNT;
      reader.skip(2);
      const records = Array.from({ length: count }, () => {
        const from = reader.skip(RECORD_BYTES);
        return position(new ByteReader(frame, from, from + RECORD_BYTES), false);
      });
      return { ...decodedFrom([], null), messages: records };
    }
    case POSITION_45:
      return decodedFrom([], newerPosition(reader));
    default:
      throw new BadFrame('no frame of AutoFon');
  }
}

/** Reads the identity in decimal digits after a zero; the answer contains the checksum of the login. */
function login(reader: ByteReader, frame: Uint8Array): Decoded {
  const digits = reader.hex(8);
  if (!/^0\d{15}$/.test(digits)) throw new BadFrame(`"${digits}" is no IMEI`);
  const identity = digits.slice(1);
  const bytes = concat(ANSWER, frame.subarray(-1));
  return decodedFrom([identity], bareMessage('login'), [{ when: 'now', bytes }]);
}

/** AutoFon's beacons (SE, 4.5) and StarLine's M15 and M17: binary frames over TCP. */
export const autofon: StreamProtocol = {
  kind: 'stream',
  name: 'autofon',
  title: 'AutoFon (and StarLine M15, M17)',
  defaultPort: 5077,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newAutofonFramer,
  newDecoder: newAutofonDecoder,
};
