import type { Attributes, Decoded } from '../types.ts';
import { CELL_2G, CELL_4G, CELL_LONG_ID, skipCell, skipMeasuredCell } from './cell.ts';
import { FIX_SIZE, readFix } from './fix.ts';
import type { Packet } from './frame.ts';
import { imeiOf } from './login.ts';
import { readModules } from './modules.ts';
import { behindFix, stored } from './outcome.ts';
import { skipGenerationCell } from './position.ts';
import { readStatus, readTerminalInfo, setBatteryLevel, STATUS_SIZE } from './status.ts';
import { addAlarmCode } from './alarms.ts';

/** Only a TRX16i has a card of eight bytes after the state. */
const TRX16I_ALARM = FIX_SIZE + 1 + 8 + STATUS_SIZE + 8;

/** Decodes 0x16, 0x26: fix, measured cell, state; then perhaps the odometer or a driver's card. */
export function decodeAlarm(packet: Packet): Decoded {
  const { reader, session, contentLength, type } = packet;
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  if (type === 0x16 && contentLength === FIX_SIZE + 8 + STATUS_SIZE) {
    // VXT01 has no length before the cell, and its own seventh alarm.
    skipCell(reader, CELL_2G);
    readTerminalInfo(reader, attributes, 'overspeed');
    setBatteryLevel(attributes, reader.u8());
    attributes.rssi = reader.u8();
    return stored(packet, fix, attributes);
  }
  const seeworld = type === 0x16 && contentLength === FIX_SIZE + 10 + STATUS_SIZE && narrowNetwork(packet);
  if (seeworld) session.family = 'seeworld';
  if (type === 0x16 && contentLength === TRX16I_ALARM) session.family = 'trx16i';
  behindFix(() => {
    skipMeasuredCell(reader, STATUS_SIZE, seeworld ? CELL_LONG_ID : CELL_2G);
    readStatus(reader, attributes, session);
    if (reader.remaining === 4) attributes.odometerM = reader.u32();
    if (reader.remaining === 8) readTag(packet, attributes);
  });
  return stored(packet, fix, attributes);
}

/** True when the country code after the length shows that the network code has one byte. */
function narrowNetwork({ reader }: Packet): boolean {
  return ((reader.peek(1) ?? 0) & 0x80) === 0;
}

/** Eight bytes of a driver's card; zeros mean none. */
export function readTag({ reader }: Packet, attributes: Attributes): void {
  const tag = reader.hex(8);
  if (!/^0*$/.test(tag)) attributes.driverTag = tag;
}

/** Decodes 0x27, 0xA4: as 0x16, with the number of the geofence; 0xA4 has a 4G cell. 255 means no geofence. */
export function decodeFenceAlarm(packet: Packet): Decoded {
  const { reader, session } = packet;
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  behindFix(() => {
    skipMeasuredCell(reader, STATUS_SIZE + 1);
    readStatus(reader, attributes, session, true);
    if (reader.remaining === 5) attributes.odometerM = reader.u32();
    if (reader.remaining >= 1) attributes.geofence = reader.u8();
  });
  return stored(packet, fix, attributes);
}

/** Decodes 0xA3: alarm of a single geofence, with a 4G cell. */
export function decodeSingleFenceAlarm(packet: Packet): Decoded {
  const { reader, session } = packet;
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  behindFix(() => {
    if (reader.remaining >= 1 + 15 + STATUS_SIZE) {
      reader.skip(1); // the length of the cell, which some firmware gets wrong
      skipCell(reader, CELL_4G);
      readStatus(reader, attributes, session, true);
    }
  });
  return stored(packet, fix, attributes);
}

/** Decodes 0x32 in short frames: an alarm as 0x16; SL4X with wide codes and the altitude at the end. */
export function decodeAltitudeAlarm(packet: Packet): Decoded {
  const { reader, session, contentLength } = packet;
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  const wide = contentLength === FIX_SIZE + 1 + 10 + STATUS_SIZE + 2;
  const altitude = wide || contentLength === FIX_SIZE + 1 + 8 + STATUS_SIZE + 2;
  const tail = STATUS_SIZE + (altitude ? 2 : 0);
  let altitudeM: number | null = null;
  behindFix(() => {
    skipMeasuredCell(reader, tail, wide ? { ...CELL_LONG_ID, wideNetwork: true } : CELL_2G);
    readStatus(reader, attributes, session);
    if (altitude) altitudeM = reader.i16();
  });
  return stored(packet, fix && { ...fix, altitudeM }, attributes);
}

/** Decodes 0x39 (Jimi 4G): fix, cell with its generation, state, modules. */
export function decodeModuleAlarm(packet: Packet): Decoded {
  const { reader, session } = packet;
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  behindFix(() => {
    skipGenerationCell(reader);
    readStatus(reader, attributes, session, true);
    readModules(reader, attributes);
  });
  return stored(packet, fix, attributes);
}

/** Decodes 0x19: cell and state without a fix. */
export function decodeCellAlarm(packet: Packet): Decoded {
  return cellAlarm(packet, 8);
}

/** Decodes 0xA5: the same with a 4G cell. */
export function decode4GCellAlarm(packet: Packet): Decoded {
  return cellAlarm(packet, 15);
}

function cellAlarm(packet: Packet, cellSize: 8 | 15): Decoded {
  const { reader, session } = packet;
  const attributes: Attributes = {};
  // Space10X lists neighbouring cells under 0x19: it contains nothing that Milepost stores.
  if (cellSize === 8 && packet.contentLength >= 18) return stored(packet, null, attributes);
  behindFix(() => {
    skipCell(reader, cellSize === 8 ? CELL_2G : CELL_4G);
    readStatus(reader, attributes, session, cellSize === 15);
  });
  return stored(packet, null, attributes);
}

/** Decodes 0xA2 with 59 bytes of content (LW 4G): alarm, odometer, engine hours, the device's number, inputs. */
export function decodeLwAlarm(packet: Packet): Decoded {
  const { reader, session } = packet;
  session.family = 'lw';
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  skipCell(reader, CELL_4G);
  reader.skip(1); // kind of network
  readTerminalInfo(reader, attributes);
  attributes.powerV = reader.u16() / 100;
  setBatteryLevel(attributes, reader.u8());
  attributes.rssi = reader.u8();
  addAlarmCode(attributes, reader.u8(), session.family);
  reader.skip(1); // language
  attributes.odometerM = reader.u32();
  attributes.engineHoursS = reader.u32();
  const imei = imeiOf(reader.take(8));
  attributes.inputs = reader.u16();
  const identities = imei !== null && session.identity === null ? [imei] : [];
  return { ...stored(packet, fix, attributes), identities };
}
