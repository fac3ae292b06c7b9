import { BadFrame, decodeOrFault, NOTHING_DECODED, typeName } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import type { Decoded, Decoder, Message, Reply, StreamProtocol } from '../types.ts';
import { GREETING, IMEI_BYTES, MAX_FRAME_BYTES, newBceFramer, sum } from './framer.ts';
import { records } from './records.ts';

/** Trackers of BCE: records over TCP, which the device keeps until they are confirmed. */
export const bce: StreamProtocol = {
  kind: 'stream',
  name: 'bce',
  title: 'BCE (FMS500)',
  defaultPort: 5080,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newBceFramer,
  newDecoder: () => newBceDecoder(),
};

/** Types of parts: records that the device keeps until they are confirmed, and records that it does not. */
const [STORED, TIMED] = [0xa5, 0xa0];
const CONFIRMED = 0x19;
/** Its highest bit is not part of the key. */
const KEY = 0x7f;
const LARGEST_IMEI = 999_999_999_999_999;
const TWO_TO_32 = 2 ** 32;

/**
 * Creates a decoder for one connection; `now` determines the current cycle of the device's clock. Layout and
 * confirmation as in the Traccar server's exchange with BCE devices; the maker's own document is not public. The
 * maker's commands are unknown.
 */
export const newBceDecoder = (now: () => Date = () => new Date()): Decoder => ({
  decode: (frame) => decodeOrFault(() => read(frame, now())),
  encode: () => null,
});

function read(frame: Uint8Array, now: Date): Decoded {
  const reader = new ByteReader(frame);
  if (frame.length === GREETING.length && reader.text(frame.length) === GREETING) return NOTHING_DECODED;
  reader.offset = 0;
  const last = frame.length - 1;
  if (last < IMEI_BYTES || frame[last] !== sum(frame, 0, last)) throw new BadFrame('no frame of BCE');
  const number = reader.u32le() + reader.u32le() * TWO_TO_32;
  if (number === 0 || number > LARGEST_IMEI) throw new BadFrame('a frame of nobody');
  const imei = String(number).padStart(15, '0');
  const messages: Message[] = [];
  const replies: Reply[] = [];
  let unknown: string | undefined;
  reader.end = last;
  while (reader.remaining > 0) {
    const length = reader.u16le();
    const at = reader.skip(length);
    const part = new ByteReader(frame, at, reader.offset);
    const type = part.u8();
    if (type !== STORED && type !== TIMED) {
      unknown = typeName(type);
      continue;
    }
    const key = part.u8() & KEY;
    messages.push(...records(part, now));
    if (type === STORED) replies.push({ when: 'stored', bytes: confirmation(frame, key) });
  }
  return { identities: [imei], messages, replies, ...(unknown !== undefined && { unknownType: unknown }) };
}

/** Builds the confirmation: the same IMEI, a part of two bytes, a checksum. */
function confirmation(frame: Uint8Array, key: number): Uint8Array {
  const bytes = new Uint8Array(IMEI_BYTES + 5);
  bytes.set(frame.subarray(0, IMEI_BYTES));
  bytes.set([2, 0, CONFIRMED, key], IMEI_BYTES);
  bytes[bytes.length - 1] = sum(bytes, 0, bytes.length - 1);
  return bytes;
}
