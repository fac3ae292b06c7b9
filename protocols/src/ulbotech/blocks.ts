import { type ByteReader, FrameTooShort } from '../tools/bytes.ts';
import { fixIfAny } from '../tools/fix.ts';
import type { AlarmCode, Attributes, Fix } from '../types.ts';
import { engineValues, troubleCodes } from './engine.ts';

const BLOCK = {
  place: 1,
  status: 3,
  odometer: 4,
  analog: 5,
  engine: 7,
  troubleCodes: 9,
  event: 0x10,
} as const;

/** Bit of the state: the ignition is on. */
const IGNITION = 9;
const ALARMS: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [0, 'powerOff'],
  [1, 'movement'],
  [2, 'overspeed'],
  [4, 'geofence'],
  [10, 'sos'],
];
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;
/** An HDOP that is none: there is no fix, and the last place is repeated. */
const NO_FIX = 9999;

/** Blocks of type, length and content up to the end. */
export function blocks(reader: ByteReader, time: Date): { fix: Fix | null; attributes: Attributes } {
  const { end } = reader;
  const attributes: Attributes = {};
  let fix: Fix | null = null;
  while (reader.offset < end) {
    const type = reader.u8();
    if (reader.remaining === 0) break;
    const next = Math.min(reader.offset + 1 + reader.u8(), end);
    reader.end = next;
    try {
      if (type === BLOCK.place) fix = place(reader, time, attributes);
      else readBlock(type, reader, attributes);
    } catch (error) {
      // A block that ends early costs itself alone: the device would send the report again for ever.
      if (!(error instanceof FrameTooShort)) throw error;
    }
    reader.offset = next;
    reader.end = end;
  }
  return { fix, attributes };
}

/** Millionths of a degree, km/h, course, hundredths of the HDOP. */
function place(reader: ByteReader, time: Date, attributes: Attributes): Fix | null {
  const [lat, lon] = [reader.i32() / 1e6, reader.i32() / 1e6];
  const [speedKph, courseDeg, hdop] = [reader.u16(), reader.u16(), reader.u16()];
  attributes.hdop = hdop / 100;
  return fixIfAny({ time, valid: hdop < NO_FIX, lat, lon, speedKph, courseDeg });
}

function readBlock(type: number, reader: ByteReader, attributes: Attributes): void {
  switch (type) {
    case BLOCK.status: {
      const status = reader.u16();
      const bits = reader.u16();
      const alarm = ALARMS.flatMap(([bit, code]) => (has(bits, bit) ? [code] : []));
      Object.assign(attributes, { status, ignition: has(status, IGNITION) }, alarm.length > 0 && { alarm });
      break;
    }
    case BLOCK.odometer:
      attributes.odometerM = reader.u32();
      break;
    case BLOCK.analog:
      while (reader.remaining >= 2) readAnalog(reader.u16(), attributes);
      break;
    case BLOCK.engine:
      engineValues(reader, attributes);
      break;
    case BLOCK.troubleCodes:
      attributes.troubleCodes = troubleCodes(reader);
      break;
    case BLOCK.event:
      attributes.event = reader.u8();
      break;
    default:
  }
}

/** What twelve bits stand for, from the least to the most, by the number in the four before them. */
const ANALOG: readonly (readonly [name: string, least: number, most: number])[] = [
  ['powerV', -10, 100],
  ['temperature1C', -55, 125],
  ['batteryV', -10, 100],
];

function readAnalog(value: number, attributes: Attributes): void {
  const [name, least, most] = ANALOG[value >> 12] ?? [`analog${value >> 12}V`, -10, 100];
  attributes[name] = Math.round(((value & 0xfff) * (most - least) * 1000) / 4096 + least * 1000) / 1000;
}
