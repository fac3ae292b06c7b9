import { BadFrame, unlessBad } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { reportOf } from '../tools/conversation.ts';
import { crc16CcittFalse } from '../tools/crc16.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import type { Decoded, Message } from '../types.ts';
import { HEAD_BYTES, PREAMBLE } from './framer.ts';

/** Time, place, speed, altitude, course, fix, satellites, event, flags. */
const PLACE_BYTES = 22;
const FROM_MEMORY = 1;

/**
 * Each record has its sum, its number, its type and how many bytes stand behind its place; the lowest byte comes first.
 * Layout and acknowledgement: as the Traccar server speaks them with devices of Satsol; what stands behind a place, and
 * what events mean, is not known.
 */
export function read(frame: Uint8Array): Decoded {
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

/** Seconds since 1970, millionths of degrees, hundredths of km/h, metres above the sea, degrees. */
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

/** A head to which nothing belongs. */
function acknowledgement(id: number): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint16(2, PREAMBLE, true);
  view.setUint32(4, id, true);
  view.setUint16(0, crc16CcittFalse(bytes, 2), true);
  return bytes;
}
