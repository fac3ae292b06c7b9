import type { ByteReader } from '../tools/bytes.ts';
import { switches } from '../tools/switches.ts';
import type { AlarmCode, Attributes } from '../types.ts';
import { readExtended, refrigeratorBytes, tyreBytes } from './long-tags.ts';

/** The content of the tags of one record. */
export interface Reported {
  identity: string | null;
  /** The number assigned to the device by its user; commands repeat it. */
  number: number | null;
  timeMs: number | null;
  place: { valid: boolean; lat: number; lon: number } | null;
  speedKph: number;
  courseDeg: number;
  altitudeM: number | null;
  /** The reply to a command. */
  text: string | null;
  attributes: Attributes;
}

export const emptyReport = (): Reported => ({
  identity: null,
  number: null,
  timeMs: null,
  place: null,
  speedKph: 0,
  courseDeg: 0,
  altitudeM: null,
  text: null,
  attributes: {},
});

type Read = (reader: ByteReader, reported: Reported) => void;

const [INPUTS, OUTPUTS] = [8, 4];

/** Bits of the state that raise an alarm when set (manual, "Status of device"). */
const ALARMS: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [5, 'lowBattery'],
  [6, 'gpsAntennaCut'],
  [10, 'accident'],
  [15, 'general'],
];
const STARTED = 9;

/** Readers by tag; numbers are little-endian. */
const READERS: (Read | undefined)[] = Array.from({ length: 256 }, () => undefined);

const put = (tag: number, read: Read): void => {
  READERS[tag] = read;
};
/** Registers consecutive tags of the same length. Values of 0 are not reported: most of these are not connected. */
function registers(first: number, count: number, name: (index: number) => string, read: (from: ByteReader) => number) {
  for (let index = 0; index < count; index += 1) {
    const attribute = name(index);
    put(first + index, (reader, { attributes }) => {
      const value = read(reader);
      if (value !== 0) attributes[attribute] = value;
    });
  }
}
const skip = (bytes: number, ...tags: number[]): void => {
  for (const tag of tags) put(tag, (reader) => void reader.skip(bytes));
};
const number = (tag: number, name: string, read: (from: ByteReader) => number): void =>
  put(tag, (reader, { attributes }) => {
    attributes[name] = read(reader);
  });

skip(1, 0x01, 0x02, 0x49, 0xd5);
skip(2, 0x10, 0x21, 0x48);
skip(3, 0x5d, 0xfa);
skip(4, 0x44, 0x47, 0x5a, 0xc3, 0xd3, 0xe0);
skip(8, 0xfd);
put(0x03, (reader, reported) => {
  reported.identity = reader.text(15);
});
put(0x04, (reader, reported) => {
  reported.number = reader.u16le();
});
put(0x20, (reader, reported) => {
  reported.timeMs = reader.u32le() * 1000;
});
// Half a byte: 0 by satellites, 2 by cells, others without a fix; half a byte of satellites.
put(0x30, (reader, reported) => {
  const flags = reader.u8();
  reported.attributes.satellites = flags & 0x0f;
  reported.place = { valid: flags >> 4 === 0, lat: reader.i32le() / 1e6, lon: reader.i32le() / 1e6 };
});
put(0x33, (reader, reported) => {
  reported.speedKph = reader.u16le() / 10;
  reported.courseDeg = reader.u16le() / 10;
});
put(0x34, (reader, reported) => {
  reported.altitudeM = reader.i16le();
});
number(0x35, 'hdop', (reader) => reader.u8() / 10);
number(0x36, 'pdop', (reader) => reader.u8() / 10);
put(0x40, (reader, { attributes }) => {
  const status = reader.u16le();
  attributes.status = status;
  attributes.ignition = ((status >> STARTED) & 1) === 1;
  const alarm = ALARMS.flatMap(([bit, code]) => (((status >> bit) & 1) === 1 ? [code] : []));
  if (alarm.length > 0) attributes.alarm = alarm;
});
number(0x41, 'powerV', (reader) => reader.u16le() / 1000);
number(0x42, 'batteryV', (reader) => reader.u16le() / 1000);
number(0x43, 'deviceTemperatureC', (reader) => reader.i8());
put(0x45, (reader, { attributes }) => Object.assign(attributes, switches('output', reader.u16le(), OUTPUTS)));
put(0x46, (reader, { attributes }) => Object.assign(attributes, switches('input', reader.u16le(), INPUTS)));
// Thousandths of a volt by the factory settings; the input can be set to count pulses.
const volts = (reader: ByteReader) => reader.u16le() / 1000;
registers(0x50, 8, (index) => `analog${index + 1}V`, volts);
registers(0x78, 6, (index) => `analog${index + 9}V`, volts);
registers(
  0x58,
  2,
  (index) => `fuelSensorRs232No${index + 1}`,
  (reader) => reader.u16le(),
);
registers(
  0x60,
  3,
  (index) => `fuelSensor${index + 1}`,
  (reader) => reader.u16le(),
);
// Fuel sensors with their temperature.
registers(
  0x63,
  13,
  (index) => `fuelSensor${index + 4}`,
  (reader) => {
    const level = reader.u16le();
    reader.skip(1);
    return level;
  },
);
for (let index = 0; index < 8; index += 1) {
  // Reads the thermometer's number, its degrees; 0x80 if absent.
  put(0x70 + index, (reader, { attributes }) => {
    const id = reader.u8();
    const degrees = reader.i8();
    if (degrees !== -128 && (id !== 0 || degrees !== 0)) attributes[`temperature${index + 1}C`] = degrees;
  });
  put(0x80 + index, (reader, { attributes }) => {
    const id = reader.u8();
    const [degrees, humidity] = [reader.i8(), reader.u8()];
    if (degrees === -128 || id === 0) return;
    attributes[`temperature${index + 9}C`] = degrees;
    attributes[`humidity${index + 1}Percent`] = humidity / 2;
  });
}
skip(1, 0x88, 0x89, 0x8a, 0x8b, 0x8c);
put(0x90, (reader, { attributes }) => {
  const tag = reader.u32le();
  if (tag !== 0) attributes.driverTag = String(tag);
});
// Tags of the vehicle's bus.
registers(
  0xc0,
  1,
  () => 'fuelUsedL',
  (reader) => reader.u32le() / 2,
);
put(0xc1, (reader, { attributes }) => {
  const [fuel, coolant, turns] = [reader.u8(), reader.u8(), reader.u16le()];
  attributes.engineRpm = turns / 8;
  // All zeros mean that the bus is not connected.
  if (fuel === 0 && coolant === 0) return;
  attributes.fuelPercent = Math.min(100, fuel * 0.4);
  attributes.coolantTemperatureC = coolant - 40;
});
registers(
  0xc2,
  1,
  () => 'obdOdometerM',
  (reader) => reader.u32le() * 5,
);
number(0xd4, 'odometerM', (reader) => reader.u32le());
registers(
  0xc4,
  15,
  (index) => `can8Bit${index}`,
  (reader) => reader.u8(),
);
registers(
  0xa0,
  16,
  (index) => `can8Bit${index + 15}`,
  (reader) => reader.u8(),
);
registers(
  0xd6,
  5,
  (index) => `can16Bit${index}`,
  (reader) => reader.u16le(),
);
registers(
  0xb0,
  10,
  (index) => `can16Bit${index + 5}`,
  (reader) => reader.u16le(),
);
registers(
  0xdb,
  5,
  (index) => `can32Bit${index}`,
  (reader) => reader.u32le(),
);
registers(
  0xf0,
  10,
  (index) => `can32Bit${index + 5}`,
  (reader) => reader.u32le(),
);
registers(
  0xe2,
  8,
  (index) => `userData${index}`,
  (reader) => reader.u32le(),
);
put(0x5b, (reader) => void reader.skip(refrigeratorBytes(reader)));
put(0x5c, (reader) => void reader.skip(tyreBytes(reader)));
put(0xe1, (reader, reported) => {
  reported.text = reader.text(reader.u8());
});
put(0xea, (reader) => void reader.skip(reader.u8()));
put(0xfe, (reader, { attributes }) => readExtended(reader, attributes));

/** Reads the value of a tag; false if its length is unknown, so that nothing after it can be read. */
export function readTag(tag: number, reader: ByteReader, reported: Reported): boolean {
  const read = READERS[tag];
  if (read === undefined) return false;
  read(reader, reported);
  return true;
}
