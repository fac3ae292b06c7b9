import { toHex } from '../tools/bytes.ts';
import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes, Decoded } from '../types.ts';
import { readClock } from './fix.ts';
import type { Packet } from './frame.ts';
import { decoded, message, stored } from './outcome.ts';

const STX = 2;
const ETX = 3;
const PRINTABLE = /^[\x20-\x7e\r\n\t]*$/;

/** Decodes 0x9B, 0x9C: data of a device on the serial port; a card between STX and ETX is the driver's. */
export function decodeSerial(packet: Packet): Decoded {
  const { reader } = packet;
  reader.skip(1); // The kind of peripheral.
  const size = reader.remaining;
  const bytes = reader.take(size);
  const text = new TextDecoder('latin1').decode(bytes);
  const attributes: Attributes = { serialData: PRINTABLE.test(text) ? text.trim() : toHex(bytes) };
  const card = bytes[0] === STX && bytes[size - 1] === ETX ? text.slice(1, -1) : '';
  if (/^[0-9A-Za-z]{4,}$/.test(card)) attributes.driverTag = card;
  return decoded([message('report', null, attributes)]);
}

/** Decodes 0xB2: a Bluetooth tag that passed by, used as a time clock. */
export function decodeTag(packet: Packet): Decoded {
  const { reader, session } = packet;
  const time = readClock(reader, session);
  const attributes: Attributes = { rssi: reader.i8() };
  attributes.tag1Id = reader.hex(6);
  attributes.tag1Uuid = reader.hex(16);
  attributes.tag1Major = reader.u16();
  attributes.tag1Minor = reader.u16();
  attributes.tag1BatteryV = reader.u16() / 100;
  attributes.clock = (reader.u8() >>> 2) & 0x0f;
  return stored(packet, null, attributes, time);
}

const STATES: Readonly<Record<number, (reader: ByteReader, attributes: Attributes) => void>> = {
  0x0001: (reader, attributes) => {
    const motion = reader.u8();
    attributes.motion = motion === 2 || motion === 4;
  },
  0x0002: (reader, attributes) => {
    attributes.armed = reader.u8() > 0;
  },
  0x0004: (reader, attributes) => {
    attributes.ignition = reader.u8() > 0;
  },
  0x0005: (reader, attributes) => {
    attributes.powerV = reader.u16() / 100;
  },
  0x0007: (reader, attributes) => {
    attributes.charging = reader.u8() > 0;
  },
  0x000a: (reader, attributes) => {
    attributes.chargeVoltage = reader.u16();
  },
  0x000b: (reader, attributes) => {
    attributes.batteryTemperatureC = reader.u16() / 10;
  },
};

/** Decodes 0xF1 (Jimi 4G): seconds since 1970, then states of two bytes number, one byte length, value. */
export function decodeStates(packet: Packet): Decoded {
  const { reader } = packet;
  const time = new Date(reader.u32() * 1000);
  const attributes: Attributes = {};
  while (reader.remaining >= 3) {
    const number = reader.u16();
    const end = reader.offset + 1 + reader.u8();
    if (end > reader.end) break;
    if (end > reader.offset) STATES[number]?.(reader, attributes);
    reader.offset = end;
  }
  return stored(packet, null, attributes, time);
}

/** Reads a Bluetooth accessory: address, event, data. */
function readAccessory(reader: ByteReader, end: number, attributes: Attributes): void {
  reader.skip(1); // kind of address
  attributes.mac = reader.hex(6);
  attributes.event = reader.u8();
  reader.skip(1);
  attributes.dataType = reader.u8();
  if (end > reader.offset) attributes.dataDetails = reader.hex(end - reader.offset);
}

/** Decodes 0xF2 (VL842): seconds since 1970, then accessories; only the Bluetooth one has a length of two bytes. */
export function decodeAccessories(packet: Packet): Decoded {
  const { reader } = packet;
  const time = new Date(reader.u32() * 1000);
  const attributes: Attributes = {};
  while (reader.remaining >= 4) {
    const number = reader.u16();
    const length = number === 0x000a ? reader.u16() : reader.u8() || reader.u8();
    const end = reader.offset + length;
    if (end > reader.end) break;
    if (number === 0x000a && length >= 10) readAccessory(reader, end, attributes);
    else if (number === 0x000c && length >= 4) {
      attributes.externalBatteryPercent = reader.u8();
      attributes.externalBatteryCharging = reader.u8() > 0;
      attributes.externalBatteryCycles = reader.u16();
    }
    reader.offset = end;
  }
  return stored(packet, null, attributes, time);
}
