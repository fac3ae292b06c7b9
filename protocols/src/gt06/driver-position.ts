import type { Attributes, Decoded } from '../types.ts';
import { addAlarmCode } from './alarms.ts';
import { readTag } from './alarm.ts';
import { CELL_2G, CELL_LONG_ID, skipCell, skipMeasuredCell } from './cell.ts';
import { dateAhead, readClock, readFix } from './fix.ts';
import type { Packet } from './frame.ts';
import { imeiOf } from './login.ts';
import { acknowledge, behindFix, decoded, message, stored } from './outcome.ts';
import { readTerminalInfo } from './status.ts';

/** Positions that identify the driver. */

/** Decodes 0x17 with 35 bytes of content: fix, cell, card. */
export function decodeCardPosition(packet: Packet): Decoded {
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  behindFix(() => {
    skipCell(packet.reader, CELL_2G);
    readTag(packet, attributes);
  });
  return stored(packet, fix, attributes);
}

/** Decodes 0x61: IMEI, fix, cell, iButton as a decimal number. */
export function decodeButtonPosition(packet: Packet): Decoded {
  const { reader } = packet;
  const attributes: Attributes = {};
  const imei = imeiOf(reader.take(8));
  const fix = readFix(packet, attributes);
  behindFix(() => {
    skipCell(reader, CELL_LONG_ID);
    const button = reader.readUint(6);
    if (button > 0) attributes.driverTag = String(button);
  });
  const identities = imei !== null && packet.session.identity === null ? [imei] : [];
  return { ...stored(packet, fix, attributes), identities };
}

/** Decodes 0x36 in short frames with a date (TRX16i: supply and card). */
export function decodeSupplyPosition(packet: Packet): Decoded {
  const { reader } = packet;
  packet.session.family = 'trx16i';
  const attributes: Attributes = {};
  const fix = readFix(packet, attributes);
  behindFix(() => {
    skipCell(reader, CELL_LONG_ID);
    attributes.ignition = reader.u8() > 0;
    reader.skip(1); // mode
    if (reader.u8() > 0) attributes.archived = true;
    attributes.odometerM = reader.u32();
    attributes.powerV = reader.u16() / 100;
    attributes.batteryV = reader.u8() / 10;
    attributes.engineHoursS = reader.u24() * 60;
    if (reader.remaining >= 8) readTag(packet, attributes);
  });
  return stored(packet, fix, attributes);
}

/** True when a 0x22 or 0x25 frame begins with source, IMEI and the device's time, as in the NT and XT models. */
export function isNtFrame(packet: Packet): boolean {
  return packet.contentLength >= 50 && dateAhead(packet.reader, 9) && dateAhead(packet.reader, 15);
}

/**
 * Decodes 0x22, 0x25 of NT11 to NT46 and XT40: source, IMEI, time, fix, cell, state, odometer, engine hours, driver.
 */
export function decodeNtPosition(packet: Packet): Decoded {
  const { reader, session, type } = packet;
  const attributes: Attributes = {};
  reader.skip(1); // source of the position
  const imei = imeiOf(reader.take(8));
  const deviceTime = readClock(reader, session);
  const fix = readFix(packet, attributes);
  behindFix(() => {
    if (type === 0x25) {
      reader.skip(1); // length of the cell
      skipCell(reader, CELL_LONG_ID);
      reader.skip(1);
    } else skipMeasuredCell(reader, 15);
    readTerminalInfo(reader, attributes);
    attributes.powerV = reader.u16() / 100;
    attributes.batteryV = reader.u8() / 10;
    attributes.rssi = reader.u8();
    addAlarmCode(attributes, reader.u8(), session.family);
    reader.skip(1); // language
    attributes.odometerM = reader.u24();
    attributes.engineHoursS = reader.u24() * 60;
    const driver = reader.remaining > 2 ? reader.u8() : 0;
    if (driver > 1) {
      reader.skip(1); // kind of tag
      attributes.driverTag = reader.hex(driver - 1);
    }
  });
  const identities = imei !== null && session.identity === null ? [imei] : [];
  return decoded([message('report', fix, attributes, deviceTime)], [acknowledge(packet, 'stored')], identities);
}
