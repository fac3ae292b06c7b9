import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { fixOf } from '../tools/fix.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { utc } from '../tools/units.ts';
import type { Attributes, Decoded, Message, StreamProtocol } from '../types.ts';

const [START, RETURN, LINE_FEED] = [0x68, 0x0d, 0x0a];
/** Two bytes that begin a frame, the length of the rest, and two that end it. */
const AROUND_BYTES = 5;
const MAX_FRAME_BYTES = AROUND_BYTES + 0xff;
/** The smallest count: battery, signal, identity, count, type. */
const MIN_COUNT = 13;

const isStart = (byte: number) => byte === START;

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0) || (at + 1 < end && bytes[at + 1] !== START)) {
    return untilStart(bytes, at, end, isStart);
  }
  if (at + 3 > end) return NEEDS_MORE_BYTES;
  const count = bytes[at + 2] ?? 0;
  if (count < MIN_COUNT) return untilStart(bytes, at, end, isStart);
  const length = AROUND_BYTES + count;
  if (at + length > end) return NEEDS_MORE_BYTES;
  const ends = bytes[at + length - 2] === RETURN && bytes[at + length - 1] === LINE_FEED;
  return ends ? length : untilStart(bytes, at, end, isStart);
};

export const newGt02Framer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** GT02 of Concox and many copies of it, before GT06: binary frames over TCP. */
export const gt02: StreamProtocol = {
  kind: 'stream',
  name: 'gt02',
  title: 'GT02 (Concox and copies)',
  defaultPort: 5022,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newGt02Framer,
  newDecoder: () => newConversation(read),
};

const [POSITION, HEARTBEAT, ANSWER] = [0x10, 0x1a, 0x1c];
/** The answer to a heartbeat: "T", "h", its type, the end. */
const ALIVE = Uint8Array.of(0x54, 0x68, HEARTBEAT, RETURN, LINE_FEED);
/** The level of a full battery. */
const FULL = 6;
/** Units per degree: thirty-thousandths of a minute. */
const PER_DEGREE = 60 * 30_000;
const [VALID, NORTH, EAST] = [1, 2, 4];

/** Reads battery in six steps, signal, identity in decimal digits, a count, type, and its content. */
function read(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame, 0, frame.length - 2);
  if (reader.u8() !== START || reader.u8() !== START) throw new BadFrame('no frame of GT02');
  reader.skip(1);
  const [battery, rssi] = [reader.u8(), reader.u8()];
  const identity = reader.hex(8).slice(1);
  if (!/^\d{15}$/.test(identity)) throw new BadFrame(`"${identity}" is no IMEI`);
  reader.skip(2);
  switch (reader.u8()) {
    case POSITION:
      return decodedFrom([identity], position(reader));
    case HEARTBEAT:
      return decodedFrom([identity], heartbeat(battery, rssi, reader), [{ when: 'now', bytes: ALIVE }]);
    case ANSWER:
      return decodedFrom([identity], { ...bareMessage('reply'), text: reader.text(reader.u8()).trim() });
    default:
      return decodedFrom([identity], null);
  }
}

/** Reads whether there is a fix, then the number of visible satellites and their strengths. */
function heartbeat(battery: number, rssi: number, reader: ByteReader): Message {
  const attributes: Attributes = { rssi };
  if (battery <= FULL) attributes.batteryPercent = Math.round((100 * battery) / FULL);
  if (reader.remaining >= 2) {
    reader.skip(1);
    attributes.satellitesInView = reader.u8();
  }
  return bareMessage('heartbeat', attributes);
}

/**
 * Reads these fields in order: year to second, latitude, longitude, km/h, course, three reserved bytes, and the
 * hemispheres.
 */
function position(reader: ByteReader): Message {
  const time = utc(reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8());
  const [north, east] = [reader.u32() / PER_DEGREE, reader.u32() / PER_DEGREE];
  const [speedKph, courseDeg] = [reader.u8(), reader.u16()];
  reader.skip(3);
  const sides = reader.u32();
  const lat = (sides & NORTH) === 0 ? -north : north;
  const lon = (sides & EAST) === 0 ? -east : east;
  return reportOf(fixOf({ time, valid: (sides & VALID) !== 0, lat, lon, speedKph, courseDeg }), {});
}
