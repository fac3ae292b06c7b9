import { ByteReader } from '../tools/bytes.ts';
import type { Attributes } from '../types.ts';

/** A length of this value continues in the next byte. */
const LONG = 0xff;
/** Bit of the alarms. */
const RAISED = 0x20;
const RPM_PER_BIT = 50;
const METRES_PER_BIT = 5;
/** The value for no key. */
const NO_TAG = '0'.repeat(16);
/** The unit of the fuel, in the highest two bits: percent in steps of 0.4, litres in halves. */
const [PERCENT, LITRES] = [1, 2];

/** Readers of the known fields, by number. */
const FIELDS: Readonly<Record<number, (field: ByteReader, attributes: Attributes) => void>> = {
  5: (field, attributes) => {
    attributes.inputs = field.u8();
  },
  7: (field, attributes) => {
    if ((field.u8() & RAISED) !== 0) attributes.alarm = ['general'];
  },
  10: (field, attributes) => {
    const tag = field.hex(8);
    if (tag !== NO_TAG) attributes.driverTag = tag;
  },
  24: (field, attributes) => {
    while (field.remaining >= 2) attributes[`temperature${field.u8()}C`] = field.i8();
  },
  90: (field, attributes) => {
    const powerV = field.f32le();
    if (Number.isFinite(powerV)) attributes.powerV = powerV;
  },
  101: (field, attributes) => {
    attributes.obdSpeedKph = field.u8();
  },
  102: (field, attributes) => {
    attributes.engineRpm = field.u8() * RPM_PER_BIT;
  },
  107: (field, attributes) => {
    const value = field.u16();
    const fuel = value & 0x3fff;
    if (value >> 14 === PERCENT) attributes.fuelPercent = (fuel * 4) / 10;
    else if (value >> 14 === LITRES) attributes.fuelL = fuel / 2;
  },
  108: (field, attributes) => {
    attributes.odometerM = field.u32() * METRES_PER_BIT;
  },
};

/** Reads the fields, each with its number, length and value. */
export function fields(reader: ByteReader): Attributes {
  const attributes: Attributes = {};
  while (reader.remaining > 0) {
    const type = reader.u8();
    const short = reader.u8();
    const at = reader.skip(short === LONG ? LONG + reader.u8() : short);
    FIELDS[type]?.(new ByteReader(reader.bytes, at, reader.offset), attributes);
  }
  return attributes;
}
