import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { newConversation, reportOf } from '../tools/conversation.ts';
import { crc16Ibm } from '../tools/crc16.ts';
import { fixOf } from '../tools/fix.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { asciiBytes } from '../tools/text.ts';
import type { Decoded, Message, StreamProtocol } from '../types.ts';
import { fields } from './fields.ts';

const START = 0xb5;
/** The first byte and the length of the rest. */
const HEAD_BYTES = 3;
const MAX_FRAME_BYTES = 2048;

const isStart = (byte: number) => byte === START;

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (at + HEAD_BYTES > end) return NEEDS_MORE_BYTES;
  const length = HEAD_BYTES + (bytes[at + 1] ?? 0) * 0x100 + (bytes[at + 2] ?? 0);
  if (length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return at + length > end ? NEEDS_MORE_BYTES : length;
};

export const newTytanFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** Trackers of Tytan (DS540 and similar): binary frames over UDP. */
export const tytan: StreamProtocol = {
  kind: 'stream',
  name: 'tytan',
  title: 'Tytan (DS540)',
  defaultPort: 5084,
  transports: ['udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newTytanFramer,
  newDecoder: () => newConversation(read),
};

const SUM_BYTES = 2;
/** Units per degree: a circle in 24 bits. */
const PER_DEGREE = 2 ** 24 / 360;
/** Speeds from this value on mean unknown. */
const NO_SPEED = 250;

/**
 * Reads these fields in order: a count in the highest five bits, which the acknowledgement repeats; identity; records;
 * a checksum. Layout and acknowledgement as in the Traccar server's exchange with Tytan devices; the maker's own
 * document is not public.
 */
function read(frame: Uint8Array): Decoded {
  const end = frame.length - SUM_BYTES;
  if (frame[0] !== START || end < HEAD_BYTES || new ByteReader(frame, end).u16() !== crc16Ibm(frame, 0, end)) {
    throw new BadFrame('no frame of Tytan');
  }
  const reader = new ByteReader(frame, 1, end);
  const counted = reader.u16();
  if (counted !== frame.length - HEAD_BYTES) throw new BadFrame(`a frame of ${frame.length} bytes counts ${counted}`);
  const count = reader.u8() >> 3;
  const identity = String(reader.u32());
  const messages: Message[] = [];
  while (reader.remaining > 0) {
    const length = reader.u8();
    const at = reader.skip(length - 1);
    messages.push(record(new ByteReader(frame, at, reader.offset)));
  }
  return { identities: [identity], messages, replies: [{ when: 'stored', bytes: asciiBytes(`^${count}`) }] };
}

/**
 * Reads these fields in order: seconds since 1970; satellites, and two bits that are zero without a fix; latitude from
 * the north pole and longitude from 180° west; course in eighths of a circle from the south, signal, ignition; km/h;
 * fields.
 */
function record(reader: ByteReader): Message {
  const time = new Date(reader.u32() * 1000);
  const reception = reader.u8();
  const lat = 90 - reader.u24() / (2 * PER_DEGREE);
  const lon = reader.u24() / PER_DEGREE - 180;
  const [state, speed] = [reader.u8(), reader.u8()];
  const fix = fixOf({
    time,
    valid: (reception & 3) > 0,
    lat,
    lon,
    speedKph: speed < NO_SPEED ? speed : 0,
    courseDeg: (state >> 5) * 45 + 180,
  });
  return reportOf(fix, {
    satellites: reception >> 2,
    ignition: (state & 1) === 1,
    rssi: (state >> 2) & 7,
    ...fields(reader),
  });
}
