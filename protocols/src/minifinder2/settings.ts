import { unlessUnreadable } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes } from '../types.ts';
import { keysOf } from './records.ts';

const textOf = (reader: ByteReader): string => {
  const text = reader.text(reader.remaining);
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
};

type Read = (reader: ByteReader, attributes: Attributes) => void;
const text =
  (name: string): Read =>
  (reader, attributes) => {
    const value = textOf(reader).trim();
    if (value !== '') attributes[name] = value;
  };

/** The stored device settings, by key; numbers are big-endian here. Passwords and telephone numbers are not stored. */
const READERS: Readonly<Record<number, Read>> = {
  0x02: (reader, attributes) => {
    attributes.firmware = String(reader.u32());
  },
  0x04: text('iccid'),
  0x05: (reader, attributes) => {
    attributes.bluetoothMac = reader.hex(6);
  },
  0x0a: (reader, attributes) => {
    attributes.intervalS = reader.u24();
  },
  0x13: text('deviceName'),
  0x14: (reader, attributes) => {
    attributes.batteryPercent = Math.min(100, reader.u8());
    attributes.batteryV = reader.u16() / 1000;
  },
  0x1a: text('firmwareName'),
  0x1b: text('modem'),
  0x44: (reader, attributes) => {
    attributes.heartbeatS = reader.u32();
    attributes.uploadS = reader.u32();
    attributes.idleUploadS = reader.u32();
  },
  0x64: (reader, attributes) => {
    attributes.rssi = reader.u8();
    reader.skip(4);
    text('operator')(reader, attributes);
  },
  0x65: (reader, attributes) => {
    attributes.rssi = reader.u8();
  },
};
const KEY_IMEI = 0x03;

/** Reads a device's reply to a settings request. A setting that ends early costs itself. */
export function readSettings(reader: ByteReader): { identity: string | null; attributes: Attributes } {
  const attributes: Attributes = {};
  let identity: string | null = null;
  for (const key of keysOf(reader)) {
    if (key === KEY_IMEI) identity = textOf(reader);
    else unlessUnreadable(() => READERS[key]?.(reader, attributes));
  }
  return { identity, attributes };
}
