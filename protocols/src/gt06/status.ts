import type { ByteReader } from '../tools/bytes.ts';
import type { AlarmCode, Attributes } from '../types.ts';
import { addAlarmCode, addStatusAlarm } from './alarms.ts';
import type { Session } from './session.ts';

/** Terminal information, level of the battery, signal, alarm, language. */
export const STATUS_SIZE = 5;

/** Reads the terminal information (GT06 manual 5.3.1.14): one byte of bits. */
export function readTerminalInfo(reader: ByteReader, attributes: Attributes, alarmSeven?: AlarmCode): void {
  const bits = reader.u8();
  attributes.ignition = (bits & 0x02) !== 0;
  attributes.charging = (bits & 0x04) !== 0;
  attributes.immobilized = (bits & 0x80) !== 0;
  addStatusAlarm(attributes, bits, alarmSeven);
}

/** Reads the battery as one byte: 0 to 6 in the manual, percent in later firmware; any other value means unknown. */
export function setBatteryLevel(attributes: Attributes, level: number): void {
  if (level <= 6) attributes.batteryPercent = Math.floor((level * 100) / 6);
  else if (level <= 100) attributes.batteryPercent = level;
}

/**
 * The five bytes of state that alarms and status frames have in common. `paged`: 4G firmware, which has the page of the
 * alarm code in the upper half of the language.
 */
export function readStatus(reader: ByteReader, attributes: Attributes, session: Session, paged = false): void {
  readTerminalInfo(reader, attributes);
  setBatteryLevel(attributes, reader.u8());
  attributes.rssi = reader.u8();
  const code = reader.u8();
  const language = reader.remaining > 0 ? reader.u8() : 0;
  const page = paged && language < 0x80 ? language >>> 4 : 0;
  addAlarmCode(attributes, page * 0x100 + code, session.family);
}
