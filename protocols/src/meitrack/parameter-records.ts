import { unlessUnreadable } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { timed, timedWithZeros, timeIfAny } from '../tools/fix.ts';
import type { Attributes, Message } from '../types.ts';
import { switches } from '../tools/switches.ts';
import { deviceBatteryOf, eventOf, INPUTS, momentOf, OUTPUTS, temperatureOf } from './events.ts';

/** Parameter numbers above one byte are preceded by this byte. */
const EXTENDED = 0xfe;

/** Parameters of a record by their number; those of 1, 2 and 4 bytes as numbers. */
interface Parameters {
  numbers: Map<number, number>;
  /** Attributes of the parameters of other lengths. */
  attributes: Attributes;
}

/**
 * Reads these fields in order: "CCE": number of stored records, number of records here, then records: length, number of
 * parameters, and the parameters of one byte, of two, of four and of any length, each group with its count. Numbers are
 * little-endian.
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
  const numbers = new Map<number, number>();
  const attributes: Attributes = {};
  // An impossible count costs the rest of the record.
  unlessUnreadable(() => fill(reader, numbers, attributes));
  return { numbers, attributes };
}

function fill(reader: ByteReader, numbers: Map<number, number>, attributes: Attributes): void {
  reader.skip(2);
  for (const size of [1, 2, 4] as const) {
    const count = reader.remaining > 0 ? reader.u8() : 0;
    for (let index = 0; index < count && reader.remaining > 0; index += 1) {
      const number = numberOf(reader);
      numbers.set(number, size === 1 ? reader.u8() : size === 2 ? reader.u16le() : reader.u32le());
    }
  }
  for (let count = reader.remaining > 0 ? reader.u8() : 0; count > 0 && reader.remaining >= 2; count -= 1) {
    const number = numberOf(reader);
    const next = Math.min(reader.offset + 1 + reader.u8(), reader.end);
    const value = new ByteReader(reader.bytes, reader.offset, next);
    unlessUnreadable(() => readLong(number, value, attributes));
    reader.offset = next;
  }
}

/** Thermometers by consecutive numbers. */
const [FIRST_PROBE, LAST_PROBE] = [0x2a, 0x31];
const [BEACON, PACKS] = [0xfe73, 0xfea8];

function readLong(number: number, value: ByteReader, attributes: Attributes): void {
  if (number >= FIRST_PROBE && number <= LAST_PROBE) {
    value.skip(1);
    attributes[`temperature${number - FIRST_PROBE}C`] = temperatureOf(value.u16le());
  }
  // Reads these fields in order: a version, the name with its length, address, percent, 256ths of degrees and of
  // humidity.
  if (number === BEACON) {
    value.skip(1);
    attributes.tag1Name = value.text(value.u8());
    attributes.tag1Id = value.hex(6);
    attributes.tag1BatteryPercent = value.u8();
    attributes.tag1TemperatureC = value.i16le() / 256;
    attributes.tag1HumidityPercent = value.i16le() / 256;
  }
  // Whether the battery is present, and its percentage; the first one is the device's own.
  if (number === PACKS && value.u8() > 0) attributes.batteryPercent = value.u8();
}

const numberOf = (reader: ByteReader): number => {
  const number = reader.u8();
  return number === EXTENDED ? EXTENDED * 0x100 + reader.u8() : number;
};

/** The attribute names of parameters, and their divisors. */
const ATTRIBUTES: readonly (readonly [number: number, name: string, divisor: number])[] = [
  [0x06, 'satellites', 1],
  [0x07, 'rssi', 1],
  [0x0a, 'hdop', 10],
  [0x0c, 'odometerM', 1],
  [0x1a, 'powerV', 100],
  [0x16, 'analog1V', 100],
  [0x17, 'analog2V', 100],
  [0x29, 'fuelPercent', 100],
  [0x91, 'obdSpeedKph', 1],
  [0x92, 'obdSpeedKph', 1],
  [0x97, 'throttlePercent', 1],
  [0x99, 'engineRpm', 1],
  // Metres, thousandths of a litre, minutes.
  [0x9b, 'obdOdometerM', 1],
  [0x9c, 'coolantC', 1],
  [0x9d, 'fuelPercent', 1],
  [0xa0, 'fuelUsedL', 1000],
  [0xfef4, 'engineHoursS', 1 / 60],
  [0xfe69, 'batteryPercent', 1],
];

/** States of a lock: 1 open, 2 closed. */
const SHUT = 2;

function record({ numbers: parameters, attributes: long }: Parameters): Message {
  const attributes: Attributes = {};
  const lock = parameters.get(0x47) ?? 0;
  if (lock > 0) attributes.locked = lock === SHUT;
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
  if (battery !== undefined) Object.assign(attributes, deviceBatteryOf(battery));
  const tag = parameters.get(0x25);
  if (tag !== undefined) attributes.driverTag = String(tag);
  Object.assign(attributes, long);
  const [lat, lon, seconds = 0] = [parameters.get(0x02), parameters.get(0x03), parameters.get(0x04)];
  const time = timeIfAny(() => momentOf(seconds));
  if (lat === undefined || lon === undefined) return { kind: 'report', ...timed(time, null), attributes };
  const altitude = parameters.get(0x0b);
  const place = {
    valid: (parameters.get(0x05) ?? 0) > 0,
    lat: (lat | 0) / 1e6,
    lon: (lon | 0) / 1e6,
    speedKph: parameters.get(0x08),
    courseDeg: parameters.get(0x09),
    // A signed number of sixteen bits.
    altitudeM: altitude === undefined ? null : (altitude << 16) >> 16,
  };
  return { kind: 'report', ...timedWithZeros(time, place), attributes };
}
