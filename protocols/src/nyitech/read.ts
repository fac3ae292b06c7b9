import { BadFrame, unlessBad } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { reportOf, decodedFrom } from '../tools/conversation.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import { utc } from '../tools/units.ts';
import type { AlarmCode, Attributes, Decoded, Fix } from '../types.ts';
import { LEAST_BYTES, START } from './framer.ts';
import { sum } from './sum.ts';

const [LOGIN, LIVE, HISTORY, ALARM, FIXED] = [0x1001, 0x2001, 0x2002, 0x2003, 0x2004];
const IDENTITY = /^[\w-]{12}$/;
/** Year to second. */
const TIME_BYTES = 6;
const PLACE_BYTES = 21;
/** Sum and end. */
const TAIL_BYTES = 4;
const PER_DEGREE = 3_600_000;
/** A centimetre a second. */
const CENTIMETRE_KPH = 0.036;
const [FIX, NORTH, EAST] = [3, 4, 8];
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0x09: 'hardAcceleration',
  0x0a: 'hardBraking',
  0x0b: 'hardCornering',
  0x0e: 'sos',
};

/**
 * Layout: as the Traccar server reads devices of Nyitech. It answers nothing; in which form that could be done is not
 * known. A log-in needs no answer: a device's live report was recorded 7 s after one that had none. What stands behind a
 * place is not read.
 */
export function read(frame: Uint8Array): Decoded {
  const end = frame.length - TAIL_BYTES;
  if (frame.length < LEAST_BYTES || frame[0] !== START || frame[1] !== START) throw new BadFrame('no frame of Nyitech');
  if (new ByteReader(frame, end).u16le() !== sum(frame, end)) throw new BadFrame('another sum');
  const reader = new ByteReader(frame, 2, end);
  const length = reader.u16le();
  if (length !== frame.length) throw new BadFrame(`a frame of ${frame.length} bytes says ${length}`);
  const identity = reader.text(12);
  if (!IDENTITY.test(identity)) throw new BadFrame('a frame of nobody');
  const type = reader.u16le();
  const attributes: Attributes = {};
  let fix: Fix | null = null;
  if (type === LOGIN) fix = place(reader);
  else if (type === FIXED) {
    reader.skip(TIME_BYTES);
    fix = place(reader);
  } else if (type === LIVE || type === HISTORY) {
    reader.skip(TIME_BYTES);
    const isPlaced = reader.u8() > 0;
    reader.skip(2);
    if (isPlaced) fix = place(reader);
    if (type === HISTORY) attributes.archived = true;
  } else if (type === ALARM) {
    reader.skip(3);
    const event = reader.u8();
    attributes.event = event;
    const alarm = ALARMS[event];
    if (alarm !== undefined) attributes.alarm = [alarm];
    reader.skip(4 + TIME_BYTES);
    // A place that cannot be costs no alarm.
    const reported = new ByteReader(reader.take(PLACE_BYTES));
    fix = unlessBad(() => place(reported));
  }
  const says = fix !== null || attributes.event !== undefined;
  return decodedFrom([identity], says ? reportOf(fix, attributes) : null);
}

/**
 * Day, month, year, hour, minute, second; whether there is a fix, and the sides; thousandths of seconds of degrees;
 * centimetres a second; tenths of degrees; tenths of metres above the sea. The lowest byte comes first.
 */
function place(reader: ByteReader): Fix | null {
  const [day, month, year] = [reader.u8(), reader.u8(), reader.u8()];
  const time = utc(year, month, day, reader.u8(), reader.u8(), reader.u8());
  const flags = reader.u8();
  const [north, east] = [reader.u32le() / PER_DEGREE, reader.u32le() / PER_DEGREE];
  const lat = (flags & NORTH) === 0 ? -north : north;
  const lon = (flags & EAST) === 0 ? -east : east;
  const [speedKph, courseDeg] = [reader.u16le() * CENTIMETRE_KPH, reader.u16le() / 10];
  return fixUnlessNowhere({
    time,
    valid: (flags & FIX) > 0,
    lat,
    lon,
    altitudeM: reader.i16le() / 10,
    speedKph,
    courseDeg,
  });
}
