import { toHex } from '../tools/bytes.ts';
import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes, Decoded, Reply } from '../types.ts';
import { addAlarmCode } from './alarms.ts';
import { CELL_2G, CELL_4G, CELL_LONG_ID, readNeighbour } from './cell.ts';
import type { CellWidths } from './cell.ts';
import { clock, readClock } from './fix.ts';
import type { Packet } from './frame.ts';
import { decoded, message, stored } from './outcome.ts';
import { decodeVoltagePosition } from './position.ts';

/** Frames of a device without satellites: the cells and access points that it receives. */

interface Layout {
  cells: CellWidths;
  count: number;
  wifi: boolean;
}

const LAYOUTS: Readonly<Record<number, Layout>> = {
  0x18: { cells: CELL_2G, count: 7, wifi: true },
  0x24: { cells: CELL_2G, count: 7, wifi: false },
  0x28: { cells: CELL_2G, count: 7, wifi: false },
  0x2c: { cells: CELL_2G, count: 7, wifi: true },
  0x2e: { cells: CELL_2G, count: 7, wifi: false },
  0x33: { cells: CELL_LONG_ID, count: 6, wifi: true },
  0x34: { cells: CELL_LONG_ID, count: 7, wifi: false },
  0xa1: { cells: CELL_4G, count: 7, wifi: false },
  0xa2: { cells: CELL_4G, count: 7, wifi: true },
};

function readCells(reader: ByteReader, count: number, widths: CellWidths, attributes: Attributes): void {
  const country = reader.u16();
  const network = country & 0x8000 || widths.wideNetwork ? reader.u16() : reader.u8();
  const size = widths.area + widths.id + 1;
  const cells: string[] = [];
  for (let i = 0; i < count && reader.remaining >= size; i++) {
    const cell = readNeighbour(reader, country, network, widths);
    if (cell !== null) cells.push(cell);
  }
  if (cells.length > 0) attributes.cells = cells;
}

/** Access points, each six bytes and a signal: `aa:bb:cc:dd:ee:ff -70`. */
function readAccessPoints(reader: ByteReader, count: number, attributes: Attributes): void {
  const points: string[] = [];
  for (let i = 0; i < count && reader.remaining >= 7; i++) points.push(`${mac(reader.take(6))} -${reader.u8()}`);
  if (points.length > 0) attributes.wifi = points;
}

function mac(bytes: Uint8Array): string {
  return toHex(bytes).replace(/..(?=.)/g, '$&:');
}

/**
 * Decodes 0x18, 0x24, 0x28, 0x2C, 0x2E, 0x33, 0x34, 0xA1, 0xA2: time, cells, timing advance, in some access points.
 */
export function decodeNetwork(packet: Packet): Decoded {
  const { reader, session, type, contentLength } = packet;
  if (type === 0x24 && contentLength === 41) return decodeVoltagePosition(packet);
  const layout = LAYOUTS[type];
  if (layout === undefined) return decoded([]);
  const attributes: Attributes = {};
  const time = readClock(reader, session);
  if (type === 0x24 && contentLength === 44) readWanway(reader, attributes);
  else if (type === 0x34) {
    reader.skip(1); // timing advance
    readCells(reader, layout.count, { ...layout.cells, wideNetwork: true }, attributes);
  } else {
    readCells(reader, layout.count, layout.cells, attributes);
    if (layout.wifi && reader.remaining >= 2) {
      reader.skip(1); // timing advance
      readAccessPoints(reader, reader.u8(), attributes);
    }
  }
  return stored(packet, null, attributes, time);
}

/** Wanway S20 counts its cells and puts the timing advance first. */
function readWanway(reader: ByteReader, attributes: Attributes): void {
  reader.skip(1);
  const country = reader.u16();
  const network = country & 0x8000 ? reader.u16() : reader.u8();
  const count = reader.u8();
  const cells: string[] = [];
  for (let i = 0; i < count && reader.remaining >= 6; i++) {
    const cell = readNeighbour(reader, country, network, CELL_2G);
    if (cell !== null) cells.push(cell);
  }
  if (cells.length > 0) attributes.cells = cells;
}

/** Decodes 0xA9 (Jimi 4G): an alarm with cells and access points instead of a fix. */
export function decodeNetworkAlarm(packet: Packet): Decoded {
  const { reader, session } = packet;
  const attributes: Attributes = {};
  const time = readClock(reader, session);
  const country = reader.u16();
  reader.skip(country & 0x8000 ? 2 : 1);
  const widths = reader.u8() > 0 ? CELL_4G : CELL_2G;
  reader.skip(reader.u8() * (widths.area + widths.id + 1) + 1);
  readAccessPoints(reader, reader.u8(), attributes);
  const code = reader.u8();
  const page = reader.remaining > 0 ? reader.u8() >>> 4 : 0;
  addAlarmCode(attributes, page * 0x100 + code, session.family);
  return stored(packet, null, attributes, time);
}

const digits = (byte: number): number => (byte >>> 4) * 10 + (byte & 0x0f);

/**
 * Decodes 0x17, 0x69 of watches: the byte of the length counts access points, the date is in decimal digits, and there
 * is neither serial number nor CRC. The answer repeats the date.
 */
export function decodeWatchNetwork(packet: Packet): Decoded {
  const { reader, session, type } = packet;
  const points = reader.bytes[2] ?? 0;
  reader.end = packet.bodyEnd;
  const date = reader.take(6);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = Array.from(date, digits);
  const time = clock(year, month, day, hour, minute, second, { ...session, zoneMinutes: 0 });
  const attributes: Attributes = {};
  readAccessPoints(reader, points, attributes);
  const count = reader.remaining > 0 ? reader.u8() : 0;
  if (reader.remaining >= 3) readCells(reader, count, { area: 2, id: 2 }, attributes);
  const bytes = new Uint8Array([0x78, 0x78, 0, type, ...date, 0x0d, 0x0a]);
  const reply: Reply = { when: 'stored', bytes };
  return decoded([message('report', null, attributes, time)], [reply]);
}

/** Decodes 0xF3: time, access points, each preceded by its signal. */
export function decodeWifi(packet: Packet): Decoded {
  const { reader, session } = packet;
  const time = readClock(reader, session);
  const attributes: Attributes = {};
  const count = reader.u8();
  const points: string[] = [];
  for (let i = 0; i < count && reader.remaining >= 8; i++) {
    reader.skip(2);
    points.push(mac(reader.take(6)));
  }
  if (points.length > 0) attributes.wifi = points;
  return stored(packet, null, attributes, time);
}
