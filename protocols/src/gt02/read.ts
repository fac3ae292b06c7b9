import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { bareMessage, reportOf, decodedFrom } from '../tools/conversation.ts';
import { fixOf } from '../tools/fix.ts';
import { utc } from '../tools/units.ts';
import type { Attributes, Decoded, Message } from '../types.ts';
import { LINE_FEED, RETURN, START } from './framer.ts';

const [POSITION, HEARTBEAT, ANSWER] = [0x10, 0x1a, 0x1c];
/** The heartbeat's answer: "T", "h", its type, the end. */
const ALIVE = Uint8Array.of(0x54, 0x68, HEARTBEAT, RETURN, LINE_FEED);
/** Of a full battery. */
const FULL = 6;
/** How many a degree has: thirty thousandths of a minute. */
const PER_DEGREE = 60 * 30_000;
const [VALID, NORTH, EAST] = [1, 2, 4];

/** Battery in six steps, signal, identity in decimal digits, a count, type, and what that says. */
export function read(frame: Uint8Array): Decoded {
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

/** Whether there is a fix, then how many satellites are seen and how strongly. */
function heartbeat(battery: number, rssi: number, reader: ByteReader): Message {
  const attributes: Attributes = { rssi };
  if (battery <= FULL) attributes.batteryPercent = Math.round((100 * battery) / FULL);
  if (reader.remaining >= 2) {
    reader.skip(1);
    attributes.satellitesInView = reader.u8();
  }
  return bareMessage('heartbeat', attributes);
}

/** Year to second, latitude, longitude, km/h, course, three bytes that are kept free, and the sides. */
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
