import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes } from '../types.ts';
import { addAlarm, addAlarmCode } from './alarms.ts';
import type { Session } from './session.ts';
import { readTerminalInfo } from './status.ts';

/** The bytes after fix and cell in a 0x12 frame whose content is `from` to `to` bytes long. */
interface Tail {
  from: number;
  to: number;
  read: (reader: ByteReader, attributes: Attributes, session: Session) => void;
}

/** Benway: a word of flags with the ignition, an input and one analogue value. */
function readBenway(reader: ByteReader, attributes: Attributes): void {
  const word = reader.u16();
  attributes.ignition = (word & 0x8000) !== 0;
  attributes.input2 = (word & 0x4000) !== 0;
  if (word & 0x1000) attributes.temperature1C = word & 0x0200 ? 0 - (word & 0x01ff) : word & 0x01ff;
  else attributes.analog1V = word & 0x2000 ? word & 0x03ff : (word & 0x03ff) / 10;
}

function readSupply(reader: ByteReader, attributes: Attributes, overspeedBits: boolean): void {
  readTerminalInfo(reader, attributes, overspeedBits ? 'overspeed' : 'removing');
  attributes.powerV = reader.u16() / 100;
  attributes.rssi = reader.u8();
}

/** Reads the fields of the S5: supply, alarm, oil, temperature, odometer in units of 10 m. */
function readS5(reader: ByteReader, attributes: Attributes, session: Session): void {
  readSupply(reader, attributes, false);
  addAlarmCode(attributes, reader.u8(), session.family);
  attributes.oil = reader.u16();
  const temperature = reader.u8();
  attributes.temperature1C = temperature & 0x80 ? 0 - (temperature & 0x7f) : temperature;
  attributes.odometerM = reader.u32() * 10;
}

/** Odometer and the text of a driver's card. */
function readCard(reader: ByteReader, attributes: Attributes): void {
  attributes.odometerM = reader.u32();
  const card = reader.text(reader.u8()).replaceAll('\0', '').trim();
  if (card !== '' && card !== '0') attributes.driverTag = card;
}

/** Reads the fields of WeTrust: card, alarm, whether the card was read, driving time. */
function readWetrust(reader: ByteReader, attributes: Attributes): void {
  readCard(reader, attributes);
  if (reader.u8() > 0) addAlarm(attributes, 'general');
  reader.skip(1);
  attributes.drivingTimeS = reader.u16();
}

export const CLASSIC_TAILS: readonly Tail[] = [
  { from: 28, to: 28, read: readBenway },
  { from: 31, to: 31, read: (reader, attributes) => readSupply(reader, attributes, true) },
  { from: 36, to: 36, read: readWetrust },
  { from: 38, to: 38, read: readS5 },
  { from: 108, to: 250, read: readCard },
];
