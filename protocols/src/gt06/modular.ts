import type { ByteReader } from '../tools/bytes.ts';
import type { AlarmCode, Attributes, Decoded, Fix } from '../types.ts';
import { addAlarm } from './alarms.ts';
import { makeFix } from './fix.ts';
import { buildFrame } from './frame.ts';
import type { Packet } from './frame.ts';
import { decoded, message } from './outcome.ts';

const EVENTS: Readonly<Record<number, AlarmCode>> = {
  0x10: 'door',
  0x12: 'removing',
  0x14: 'geofenceEnter',
  0x15: 'geofenceExit',
  0x16: 'temperature',
  0x1a: 'lowBattery',
  0x1b: 'overspeed',
  0x1c: 'powerOn',
  0x1d: 'powerOff',
  0x20: 'vibration',
  0x21: 'powerCut',
  0x23: 'tampering',
};

const READERS: Readonly<Record<number, (reader: ByteReader, attributes: Attributes) => void>> = {
  0x03: (reader, attributes) => {
    attributes.iccid = reader.hex(10);
  },
  0x09: (reader, attributes) => {
    attributes.satellites = reader.u8();
  },
  0x0a: (reader, attributes) => {
    attributes.satellitesVisible = reader.u8();
  },
  0x18: (reader, attributes) => {
    attributes.batteryV = reader.u16() / 100;
  },
  0x28: (reader, attributes) => {
    attributes.hdop = reader.u8() / 10;
  },
  0x2a: (reader, attributes) => {
    const inputs = reader.u8();
    attributes.door = (inputs & 0x0f) > 0;
    attributes.tamper = inputs >>> 4 > 0;
  },
  0x2b: (reader, attributes) => {
    attributes.bootReason = reader.u8();
  },
  0x2e: (reader, attributes) => {
    attributes.odometerM = reader.u32le();
  },
  0x34: (reader, attributes) => {
    const event = reader.u8();
    attributes.event = event;
    addAlarm(attributes, EVENTS[event]);
  },
  0x7f: (reader, attributes) => {
    attributes.tag1Id = reader.hex(6);
    attributes.tag1BatteryV = reader.u16() / 1000;
    attributes.tag1BatteryPercent = reader.u8();
    attributes.temperature1C = reader.i16() / 10;
    attributes.humidityPercent = reader.i16();
  },
};

/** Reads the fix of module 0x33: seconds since 1970, satellites, altitude, then the usual fields. */
function readFixModule(reader: ByteReader, attributes: Attributes): Fix | null {
  const time = new Date(reader.u32() * 1000);
  attributes.satellites = reader.u8();
  const altitudeM = reader.i16();
  const lat = reader.u32();
  const lon = reader.u32();
  const speedKph = reader.u8();
  return makeFix(time, lat, lon, speedKph, reader.u16(), attributes, altitudeM);
}

/** Decodes 0x70: modules of two bytes number, two bytes length, value. */
export function decodeModular(packet: Packet): Decoded {
  const { reader } = packet;
  const attributes: Attributes = {};
  let fix: Fix | null = null;
  while (reader.remaining >= 4) {
    const number = reader.u16();
    const begin = reader.offset + 2;
    const end = begin + reader.u16();
    if (end > reader.end) break;
    if (number === 0x33 && end - begin >= 18) fix = readFixModule(reader, attributes);
    else if (end > begin) READERS[number]?.(reader, attributes);
    reader.offset = end;
  }
  const bytes = buildFrame(packet.type, new Uint8Array(0), packet.serial);
  return decoded([message('report', fix, attributes)], [{ when: 'stored', bytes }]);
}
