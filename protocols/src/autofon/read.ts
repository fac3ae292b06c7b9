import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { bareMessage, newConversation, decodedFrom } from '../tools/conversation.ts';
import { asciiBytes } from '../tools/text.ts';
import type { Decoded, Decoder } from '../types.ts';
import { KEPT, LOGIN, LOGIN_45, POSITION, POSITION_45 } from './framer.ts';
import { newerPosition } from './newer-position.ts';
import { position } from './position.ts';

const ANSWER = asciiBytes('resp_crc=');
/** Records of what was kept follow its count and the count of all. */
const [COUNT, RECORD_BYTES] = [0x0f, 42];

/**
 * One conversation with one device. Before it said who it is, a record without a place is a fault: the check is not held
 * against the bytes, and those of other protocols look like such records.
 */
export function newAutofonDecoder(): Decoder {
  let hasIdentity = false;
  return newConversation((frame) => {
    const decoded = read(frame);
    hasIdentity ||= decoded.identities.length > 0;
    if (!hasIdentity && decoded.messages.some(({ fix }) => fix === null)) throw new BadFrame('a record of nobody');
    return decoded;
  });
}

/**
 * A type, then what that says, and a check of all before. Layout by Traccar's public decoder and a public server of
 * beacons, which has the maker's units; held against recorded frames, with their check where it was left as it came.
 */
function read(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame, 0, frame.length - 1);
  switch (reader.u8()) {
    case LOGIN:
      // Of hardware and software.
      reader.skip(2);
      return login(reader, frame);
    case LOGIN_45:
      return login(reader, frame);
    case POSITION:
      return decodedFrom([], position(reader, true));
    case KEPT: {
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

/** The identity in decimal digits behind a zero; the answer bears the check of the log-in. */
function login(reader: ByteReader, frame: Uint8Array): Decoded {
  const digits = reader.hex(8);
  if (!/^0\d{15}$/.test(digits)) throw new BadFrame(`"${digits}" is no IMEI`);
  const identity = digits.slice(1);
  const bytes = concat(ANSWER, frame.subarray(-1));
  return decodedFrom([identity], bareMessage('login'), [{ when: 'now', bytes }]);
}
