import { BadFrame, unlessBad } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { reportOf } from '../tools/conversation.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import type { AlarmCode, Attributes, Fix, Message } from '../types.ts';

/** Kinds of values: the position, its validity, the battery. */
const [PLACE, VALID, BATTERY] = [0x01, 0x02, 0x12];
/** Kinds that raise an alarm if their byte is not zero. */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0x09: 'accident',
  0x0a: 'fallDown',
  0x10: 'sos',
  0x13: 'lowBattery',
  0x50: 'removing',
  0x51: 'tampering',
};
/** Others: geofence, shaking, temperature and humidity and their limits, in unknown units. */
const BYTES: Readonly<Record<number, number>> = {
  0x03: 3,
  0x06: 2,
  0x07: 2,
  0x08: 2,
  0x16: 2,
  0x17: 1,
  0x18: 2,
  0x19: 1,
};

type Place = Pick<Fix, 'lat' | 'lon' | 'speedKph' | 'courseDeg'>;

/** Reads the number of records, seconds since 1970, and values preceded by their kind. */
export function record(reader: ByteReader): Message | null {
  const records = reader.u8();
  if (records !== 1) throw new BadFrame(`where one of ${records} records ends is not known`);
  const time = new Date(reader.u32() * 1000);
  const attributes: Attributes = {};
  const alarms: AlarmCode[] = [];
  let valid: boolean | null = null;
  let where: Place | null = null;
  while (reader.remaining > 0) {
    const kind = reader.u8();
    const alarm = ALARMS[kind];
    if (alarm !== undefined) {
      if (reader.u8() > 0) alarms.push(alarm);
    } else if (kind === PLACE) where = place(reader);
    else if (kind === VALID) valid = reader.u8() > 0;
    else if (kind === BATTERY) attributes.batteryV = reader.u16() / 10;
    else {
      const count = BYTES[kind];
      // Its length is unknown, so that nothing after it can be read.
      if (count === undefined) break;
      reader.skip(count);
    }
  }
  if (alarms.length > 0) attributes.alarm = alarms;
  // An impossible position costs the fix alone: the device resends a record until it is acknowledged.
  const fix = unlessBad(() => (where === null ? null : fixUnlessNowhere({ time, valid: valid ?? true, ...where })));
  if (fix === null && Object.keys(attributes).length === 0) return null;
  return reportOf(fix, attributes, time);
}

/** Reads these fields in order: ten-millionths of degrees, tenths of km/h, hundredths of degrees. */
function place(reader: ByteReader): Place {
  const [lat, lon] = [reader.i32() / 1e7, reader.i32() / 1e7];
  return { lat, lon, speedKph: reader.u16() / 10, courseDeg: reader.u16() / 100 };
}
