import { ByteReader } from '../tools/bytes.ts';
import { fixOf } from '../tools/fix.ts';
import type { Attributes, Message } from '../types.ts';
import { switches } from '../tools/switches.ts';
import { batteryOf, eventOf, INPUTS, OUTPUTS, sinceMillennium } from './events.ts';

/** Numbers above one byte are written with this byte before. */
const EXTENDED = 0xfe;

/** Parameters of a record by their number; those of 1, 2 and 4 bytes as numbers. */
type Parameters = Map<number, number>;

/**
 * "CCE": how many are kept, how many follow, then records: length, how many parameters, and the parameters of one byte,
 * of two, of four and of any length, each kind with its count. Numbers begin with the lowest byte.
 */
export function parameterRecords(reader: ByteReader): Message[] {
  reader.skip(4);
  const count = reader.u16le();
  const messages: Message[] = [];
  for (let index = 0; index < count && reader.remaining > 4; index += 1) {
    const length = reader.u16le();
    const end = reader.offset + length;
    messages.push(record(readParameters(new ByteReader(reader.bytes, reader.offset, end))));
    reader.offset = Math.min(end, reader.end);
  }
  return messages;
}

function readParameters(reader: ByteReader): Parameters {
  const parameters: Parameters = new Map();
  reader.skip(2);
  for (const size of [1, 2, 4] as const) {
    const count = reader.remaining > 0 ? reader.u8() : 0;
    for (let index = 0; index < count && reader.remaining > 0; index += 1) {
      const number = numberOf(reader);
      parameters.set(number, size === 1 ? reader.u8() : size === 2 ? reader.u16le() : reader.u32le());
    }
  }
  return parameters;
}

const numberOf = (reader: ByteReader): number => {
  const number = reader.u8();
  return number === EXTENDED ? EXTENDED * 0x100 + reader.u8() : number;
};

/** How parameters are called in what we say, and by how much they are divided. */
const ATTRIBUTES: readonly (readonly [number: number, name: string, divisor: number])[] = [
  [0x06, 'satellites', 1],
  [0x07, 'rssi', 1],
  [0x0a, 'hdop', 10],
  [0x0c, 'odometerM', 1],
  [0x1a, 'powerV', 100],
  [0x91, 'obdSpeedKph', 1],
  [0x97, 'throttlePercent', 1],
  [0x99, 'engineRpm', 1],
  [0x9c, 'coolantC', 1],
  [0x9d, 'fuelPercent', 1],
  [0xfe69, 'batteryPercent', 1],
];

function record(parameters: Parameters): Message {
  const attributes: Attributes = {};
  for (const [number, name, divisor] of ATTRIBUTES) {
    const value = parameters.get(number);
    if (value !== undefined) attributes[name] = value / divisor;
  }
  const event = parameters.get(0x40) ?? parameters.get(0x01);
  if (event !== undefined) Object.assign(attributes, eventOf(event));
  const [outputs, inputs] = [parameters.get(0x14), parameters.get(0x15)];
  if (outputs !== undefined) Object.assign(attributes, switches('output', outputs, OUTPUTS));
  if (inputs !== undefined) Object.assign(attributes, switches('input', inputs, INPUTS));
  const battery = parameters.get(0x19);
  if (battery !== undefined) Object.assign(attributes, batteryOf(battery));
  const tag = parameters.get(0x25);
  if (tag !== undefined) attributes.driverTag = String(tag);
  const [lat, lon, seconds] = [parameters.get(0x02), parameters.get(0x03), parameters.get(0x04)];
  const time = seconds === undefined ? null : sinceMillennium(seconds);
  if (lat === undefined || lon === undefined || time === null) {
    return { kind: 'report', deviceTime: time, fix: null, attributes };
  }
  const altitude = parameters.get(0x0b);
  const fix = fixOf({
    time,
    valid: parameters.get(0x05) === 1,
    lat: (lat | 0) / 1e6,
    lon: (lon | 0) / 1e6,
    speedKph: parameters.get(0x08) ?? 0,
    courseDeg: parameters.get(0x09) ?? 0,
    // Sixteen bits with a sign.
    altitudeM: altitude === undefined ? null : (altitude << 16) >> 16,
  });
  return { kind: 'report', deviceTime: time, fix, attributes };
}
