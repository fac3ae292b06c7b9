import { BadFrame, unlessUnreadable } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { fixOf, timedWithZeros } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import type { Attributes, Message } from '../types.ts';

/** Bit of the state: the receiver has no fix. */
const NO_FIX = 0x20;
/** Bits of the type that state which blocks follow, in this order. */
const BLOCKS: readonly (readonly [bit: number, read: (reader: ByteReader, attributes: Attributes) => void])[] = [
  [0x04, outputs],
  [0x08, analogInputs],
  [0x10, pulses],
  [0x20, fuel],
  [0x40, bus],
  [0x80, odometer],
];
/** Terminals are newer than this: an earlier time is missing. Before the first fix they report zero. */
const EARLIEST_S = Date.UTC(2010, 0, 1) / 1000;
const [OUTPUTS, ANALOG_INPUTS, PULSE_INPUTS, FUEL_SENSORS] = [4, 6, 2, 3];

/**
 * Reads these fields in order: firmware, number of the record, state, latitude, longitude, tenths of degrees, tenths of
 * km/h, shaking, metres above sea level, HDOP in tenths, satellites of GPS and GLONASS, seconds since 1970, thousandths
 * of volts of the vehicle and of the battery, then blocks. Little-endian.
 * @param hasIdentity whether the device has identified itself. If so, an impossible field costs only that field. If
 * not, it is a fault, because without a checksum other bytes look like positions
 */
export function position(type: number, reader: ByteReader, hasIdentity: boolean): Message {
  reader.skip(3);
  const status = reader.u16le();
  const [lat, lon] = [reader.f32le(), reader.f32le()];
  const [courseDeg, speedKph] = [reader.u16le() / 10, reader.u16le() / 10];
  reader.skip(1);
  const [altitudeM, hdop, seen] = [reader.i16le(), reader.u8() / 10, reader.u8()];
  const seconds = reader.u32le();
  const [powerV, batteryV] = [reader.u16le() / 1000, reader.u16le() / 1000];
  const valid = (status & NO_FIX) === 0;
  const attributes: Attributes = { status, satellites: (seen & 0xf) + (seen >> 4), hdop, powerV, batteryV };
  const read = () => {
    for (const [bit, block] of BLOCKS) if ((type & bit) !== 0) block(reader, attributes);
  };
  if (hasIdentity) unlessUnreadable(read);
  else read();
  if (!hasIdentity && reader.remaining > 0) throw new BadFrame(`${reader.remaining} bytes are of no block`);
  if (!hasIdentity && seconds > 0 && seconds < EARLIEST_S)
    throw new BadFrame(`there was no terminal ${seconds} s after 1970`);
  const time = seconds < EARLIEST_S ? null : new Date(seconds * 1000);
  const place = { valid, lat, lon, altitudeM, speedKph, courseDeg };
  if (!hasIdentity && time !== null) fixOf({ time, ...place });
  return { kind: 'report', ...timedWithZeros(time, place), attributes };
}

/** Reads these fields in order: strength and number of shocks, outputs, events of the inputs. */
function outputs(reader: ByteReader, attributes: Attributes): void {
  reader.skip(2);
  Object.assign(attributes, switches('output', reader.u8(), OUTPUTS));
  reader.skip(1);
}

function analogInputs(reader: ByteReader, attributes: Attributes): void {
  for (let input = 1; input <= ANALOG_INPUTS; input += 1) attributes[`analog${input}V`] = reader.u16le() / 1000;
}

function pulses(reader: ByteReader, attributes: Attributes): void {
  for (let input = 1; input <= PULSE_INPUTS; input += 1) attributes[`pulses${input}`] = reader.u32le();
}

/** Reads these fields in order: levels in the sensors' own units, and the temperatures of the tanks. */
function fuel(reader: ByteReader, attributes: Attributes): void {
  for (let sensor = 1; sensor <= FUEL_SENSORS; sensor += 1) attributes[`fuelLevel${sensor}`] = reader.u16le();
  for (let sensor = 1; sensor <= FUEL_SENSORS; sensor += 1) attributes[`fuelTemperature${sensor}C`] = reader.i8();
}

/**
 * Reads the length including this byte; then entries of a number of six bits with its size in two more bits, and a value
 * with a configurable meaning.
 */
function bus(reader: ByteReader, attributes: Attributes): void {
  const begin = reader.offset;
  const end = begin + reader.u8();
  while (reader.offset < end) {
    const head = reader.u8();
    const name = `can${head & 0x3f}`;
    const size = head >> 6;
    if (size === 0) attributes[name] = reader.u8();
    else if (size === 1) attributes[name] = reader.u16le();
    else if (size === 2) attributes[name] = reader.u32le();
    else attributes[name] = reader.hex(8);
  }
}

function odometer(reader: ByteReader, attributes: Attributes): void {
  attributes.odometerM = reader.u32le();
}
