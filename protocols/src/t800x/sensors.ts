import type { ByteReader } from '../tools/bytes.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';
import { readBcd, readSignedHundredths, readTime, reportAt } from './fields.ts';

const KIND = { tyre: 0x01, button: 0x02, driver: 0x03, climate: 0x04, door: 0x05, relay: 0x06 } as const;
/** The bytes after the button and the driver's card: a state and the position at which it was received. */
const PLACE_BYTES = 17;

/** Reads these fields in order: time, ignition, then sensors received over Bluetooth, each with its kind. */
export function sensorReport(reader: ByteReader): Message {
  const time = readTime(reader);
  const attributes: Attributes = { ignition: reader.u8() > 0 };
  const alarms: AlarmCode[] = [];
  for (let index = 1; reader.remaining >= 2; index += 1) {
    if (!readSensor(reader, index, attributes, alarms)) break;
  }
  if (alarms.length > 0) attributes.alarm = alarms;
  return reportAt(time, null, false, attributes);
}

/** Reads one sensor; false for an unknown kind, after which nothing can be read. */
function readSensor(reader: ByteReader, index: number, attributes: Attributes, alarms: AlarmCode[]): boolean {
  const kind = reader.u16();
  if (kind < KIND.tyre || kind > KIND.relay) return false;
  const id = reader.hex(6);
  const name = `tag${index}`;
  if (kind === KIND.driver) attributes.driverTag = id;
  else attributes[`${name}Id`] = id;
  switch (kind) {
    case KIND.tyre:
      attributes[`${name}BatteryV`] = reader.u8() / 100 + 1.22;
      attributes[`${name}PressureKpa`] = reader.u8() * 3.054;
      attributes[`${name}TemperatureC`] = reader.u8() - 55;
      attributes[`${name}Status`] = reader.u8();
      break;
    case KIND.button:
    case KIND.driver: {
      const tenths = readBcd(reader, 1);
      if (tenths !== undefined) attributes[`${name}BatteryV`] = tenths / 10;
      const code = reader.u8();
      if (code === 0 && kind === KIND.button) alarms.push('sos');
      if (code === 1) alarms.push('lowBattery');
      reader.skip(Math.min(PLACE_BYTES, reader.remaining));
      break;
    }
    case KIND.climate:
      readBattery(reader, name, attributes);
      attributes[`temperature${index}C`] = readSignedHundredths(reader);
      attributes[`humidity${index}Percent`] = reader.u16() / 100;
      attributes[`${name}Light`] = reader.u16();
      attributes[`${name}Rssi`] = reader.u8() - 128;
      break;
    case KIND.door:
      readBattery(reader, name, attributes);
      attributes[`temperature${index}C`] = readSignedHundredths(reader);
      attributes[`${name}Door`] = reader.u8() > 0;
      attributes[`${name}Rssi`] = reader.u8() - 128;
      break;
    default:
      attributes[`${name}BatteryV`] = reader.u8() / 100 + 2;
      attributes[`${name}Output`] = reader.u8() > 0;
      attributes[`${name}Rssi`] = reader.u8() - 128;
  }
  return true;
}

/** Reads these fields in order: hundredths of a volt above 2 V, percent. */
function readBattery(reader: ByteReader, name: string, attributes: Attributes): void {
  attributes[`${name}BatteryV`] = reader.u8() / 100 + 2;
  attributes[`${name}BatteryPercent`] = reader.u8();
}

/**
 * Reads time, operator (two bytes per character), technology, band, subscriber number, SIM card; each with its length.
 */
export function networkReport(reader: ByteReader): Message {
  const time = readTime(reader);
  const operator = Buffer.from(reader.take(reader.u8())).toString('utf16le');
  const [technology, band] = [reader.text(reader.u8()), reader.text(reader.u8())];
  reader.skip(reader.u8());
  const iccid = reader.text(reader.u8());
  const attributes = { operator, networkTechnology: technology, networkBand: band, iccid };
  return reportAt(time, null, false, attributes);
}
