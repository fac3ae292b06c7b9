import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes, Decoded } from '../types.ts';
import { CELL_2G, CELL_4G, CELL_LONG_ID, skipCell } from './cell.ts';
import type { CellWidths } from './cell.ts';
import { dateAhead, FIX_SIZE, readClock, readFix } from './fix.ts';
import type { Packet } from './frame.ts';
import { imeiOf } from './login.ts';
import { readModules } from './modules.ts';
import { behindFix, stored } from './outcome.ts';
import { CLASSIC_TAILS } from './position-tails.ts';

/** Decodes 0x10, 0x1A, 0x1E: a fix; the following fields (telephone number, cells) are not about the vehicle. */
export function decodeFixOnly(packet: Packet): Decoded {
  const attributes: Attributes = {};
  return stored(packet, readFix(packet, attributes), attributes);
}

/**
 * Reads these fields in order: ignition, reason for the report, and whether it comes from memory (GK310 manual, 0x22).
 */
function readReason(reader: ByteReader, attributes: Attributes): void {
  attributes.ignition = reader.u8() > 0;
  attributes.event = reader.u8();
  if (reader.u8() > 0) attributes.archived = true;
}

/** The end of the frame contains the reason (3 bytes), the odometer (4), or both. */
function readEnd(reader: ByteReader, attributes: Attributes): void {
  if (reader.remaining === 3 || reader.remaining === 7) readReason(reader, attributes);
  if (reader.remaining === 4) attributes.odometerM = reader.u32();
}

function positionWith(packet: Packet, cell: CellWidths): Decoded {
  const { reader } = packet;
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  behindFix(() => {
    if (reader.remaining >= 3 + cell.area + cell.id) {
      skipCell(reader, cell);
      readEnd(reader, attributes);
    }
  });
  return stored(packet, fix, attributes);
}

/** The size of these fields: date, country, network of one byte, area and cell of three. */
const CELL_ALONE_BYTES = 6 + 2 + 1 + 2 + 3;

/** Decodes 0x11: fix and cell with wide codes; only the date and a cell without a fix. */
export function decodeWidePosition(packet: Packet): Decoded {
  if (packet.contentLength === CELL_ALONE_BYTES) {
    const { reader, session } = packet;
    const time = readClock(reader, session);
    const cell = [reader.u16(), reader.u8(), reader.u16(), reader.u24()].join('-');
    return stored(packet, null, { cells: [cell] }, time);
  }
  return positionWith(packet, { ...CELL_LONG_ID, wideNetwork: true });
}

/** Decodes 0xA0: fix and 4G cell. */
export function decode4GPosition(packet: Packet): Decoded {
  return positionWith(packet, CELL_4G);
}

/** Decodes 0x12: fix and cell, then fields of the maker, who is recognised by the length. */
export function decodeClassicPosition(packet: Packet): Decoded {
  const { reader, contentLength } = packet;
  const attributes: Attributes = {};
  const identities: string[] = [];
  // QH302R puts its IMEI before the date.
  const imei = dateAhead(reader, 0) || !dateAhead(reader, 8) ? null : imeiOf(reader.take(8));
  if (imei !== null && packet.session.identity === null) identities.push(imei);
  const fix = readFix(packet, attributes);
  behindFix(() => {
    if (reader.remaining >= 8) {
      skipCell(reader, CELL_2G);
      const tail = CLASSIC_TAILS.find(({ from, to }) => contentLength >= from && contentLength <= to);
      if (tail && imei === null) tail.read(reader, attributes, packet.session);
      else readEnd(reader, attributes);
    }
  });
  return { ...stored(packet, fix, attributes), identities };
}

/** Decodes 0x22, 0x2D: fix, cell, ignition and reason. */
export function decodeReasonPosition(packet: Packet): Decoded {
  const { reader } = packet;
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  behindFix(() => {
    if (reader.remaining >= 8) {
      skipCell(reader, CELL_2G);
      if (reader.remaining >= 3) readReason(reader, attributes);
      if (reader.remaining === 4) attributes.odometerM = reader.u32();
    }
  });
  return stored(packet, fix, attributes);
}

/** Decodes 0x37: as 0x22, then modules. */
export function decodeModulePosition(packet: Packet): Decoded {
  const { reader } = packet;
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  behindFix(() => {
    skipCell(reader, CELL_2G);
    if (reader.remaining >= 3) readReason(reader, attributes);
    readModules(reader, attributes);
  });
  return stored(packet, fix, attributes);
}

/** Decodes 0x38 (Jimi 4G): fix, mode, memory, cell with its generation, modules. */
export function decodeGenerationPosition(packet: Packet): Decoded {
  const { reader } = packet;
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  behindFix(() => {
    attributes.event = reader.u8();
    if (reader.u8() > 0) attributes.archived = true;
    skipGenerationCell(reader);
    readModules(reader, attributes);
  });
  return stored(packet, fix, attributes);
}

/** Skips a cell that begins with its generation and ends with its signal. */
export function skipGenerationCell(reader: ByteReader): void {
  const is4G = reader.u8() >= 3;
  skipCell(reader, is4G ? CELL_4G : CELL_2G);
  reader.skip(is4G ? 2 : 1);
}

/** Decodes 0x31: standard cell and reason, or SL4X with wide codes, odometer and altitude. */
export function decodeAltitudePosition(packet: Packet): Decoded {
  const { reader, contentLength } = packet;
  const withOdometer = contentLength === FIX_SIZE + 10 + 3 + 4 + 2;
  if (!withOdometer && contentLength !== FIX_SIZE + 10 + 3 + 2) return decodeReasonPosition(packet);
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  let altitudeM: number | null = null;
  behindFix(() => {
    skipCell(reader, { ...CELL_LONG_ID, wideNetwork: true });
    readReason(reader, attributes);
    if (withOdometer) attributes.odometerM = reader.u32();
    altitudeM = reader.i16();
  });
  return stored(packet, fix && { ...fix, altitudeM }, attributes);
}

/** Decodes 0x22 of Seeworld: long cell identity, odometer, driving time, temperature, humidity. */
export function decodeSeeworldPosition(packet: Packet): Decoded {
  const { reader } = packet;
  packet.session.family = 'seeworld';
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  behindFix(() => {
    skipCell(reader, CELL_LONG_ID);
    readReason(reader, attributes);
    attributes.odometerM = reader.u32();
    reader.skip(4); // driving time
    const temperature = reader.u16();
    const degrees = (temperature & 0x7fff) / 100;
    attributes.temperature1C = temperature & 0x8000 ? 0 - degrees : degrees;
    attributes.humidityPercent = reader.u16() / 100;
  });
  return stored(packet, fix, attributes);
}

/** Decodes 0x24 of SR411 mini: fix, cell, ignition, supply and battery. */
export function decodeVoltagePosition(packet: Packet): Decoded {
  const { reader } = packet;
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  behindFix(() => {
    skipCell(reader, CELL_2G);
    attributes.ignition = reader.u8() > 0;
    attributes.powerV = reader.u16() / 100;
    attributes.batteryV = reader.u16() / 100;
  });
  return stored(packet, fix, attributes);
}
