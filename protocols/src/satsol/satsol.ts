import { BadFrame, unlessBad } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { newConversation, reportOf } from '../tools/conversation.ts';
import { crc16CcittFalse } from '../tools/crc16.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer } from '../tools/stream-framer.ts';
import type { Decoded, Message, StreamProtocol } from '../types.ts';

/** The size of these fields: a checksum, two constant bytes, identity, length of the rest. */
const HEAD_BYTES = 10;
const PREAMBLE = 0x4cbf;
const MAX_FRAME_BYTES = 4096;

const measure: Measure = (bytes, at, end) => {
  const low = at + 2 < end ? bytes[at + 2] : PREAMBLE & 0xff;
  const high = at + 3 < end ? bytes[at + 3] : PREAMBLE >> 8;
  if (low !== (PREAMBLE & 0xff) || high !== PREAMBLE >> 8) return -1;
  if (at + HEAD_BYTES > end) return NEEDS_MORE_BYTES;
  const length = HEAD_BYTES + (bytes[at + 8] ?? 0) + (bytes[at + 9] ?? 0) * 0x100;
  if (length > MAX_FRAME_BYTES) return -1;
  return at + length > end ? NEEDS_MORE_BYTES : length;
};

export const newSatsolFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** Trackers of Satsol: records over TCP, which the device keeps until they are acknowledged. */
export const satsol: StreamProtocol = {
  kind: 'stream',
  name: 'satsol',
  title: 'Satsol',
  defaultPort: 5184,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newSatsolFramer,
  newDecoder: () => newConversation(read),
};

/** The size of these fields: time, position, speed, altitude, course, fix, satellites, event, flags. */
const PLACE_BYTES = 22;
const FROM_MEMORY = 1;

/**
 * Each record has its checksum, its number, its type and the length of the bytes after its position; little-endian.
 * Layout and acknowledgement as in the Traccar server's exchange with Satsol devices; the bytes after a position, and
 * the meaning of events, are unknown.
 */
function read(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame);
  const sum = reader.u16le();
  if (reader.u16le() !== PREAMBLE || sum !== crc16CcittFalse(frame, 2)) throw new BadFrame('no frame of Satsol');
  const id = reader.u32le();
  const counted = reader.u16le();
  if (counted !== reader.remaining) throw new BadFrame(`${reader.remaining} bytes follow, ${counted} are counted`);
  const messages: Message[] = [];
  while (reader.remaining > 0) {
    reader.skip(6);
    const behind = reader.u16le();
    const at = reader.skip(PLACE_BYTES + behind);
    messages.push(record(new ByteReader(frame, at, reader.offset)));
  }
  return { identities: [String(id)], messages, replies: [{ when: 'stored', bytes: acknowledgement(id) }] };
}

/**
 * Reads these fields in order: seconds since 1970, millionths of degrees, hundredths of km/h, metres above sea level,
 * degrees.
 */
function record(reader: ByteReader): Message {
  const time = new Date(reader.u32le() * 1000);
  const [lat, lon] = [reader.i32le() / 1e6, reader.i32le() / 1e6];
  const [speedKph, altitudeM, courseDeg] = [reader.u16le() / 100, reader.i16le(), reader.u16le()];
  const valid = reader.u8() > 0;
  const fix = unlessBad(() => fixUnlessNowhere({ time, valid, lat, lon, altitudeM, speedKph, courseDeg }));
  const [satellites, event, flags] = [reader.u8(), reader.u8(), reader.u8()];
  const archived = (flags & FROM_MEMORY) !== 0;
  return reportOf(fix, { satellites, event, ...(archived ? { archived } : {}) }, time);
}

/** A header without any records. */
function acknowledgement(id: number): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint16(2, PREAMBLE, true);
  view.setUint32(4, id, true);
  view.setUint16(0, crc16CcittFalse(bytes, 2), true);
  return bytes;
}
