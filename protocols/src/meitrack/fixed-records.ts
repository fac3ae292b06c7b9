import type { ByteReader } from '../tools/bytes.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import type { Message } from '../types.ts';
import { deviceBatteryOf, eventOf, momentOf } from './events.ts';

/**
 * Reads these fields in order: "CCC": version, length of a record, number of stored records, then records of one
 * length. Numbers are little-endian.
 */
export function fixedRecords(reader: ByteReader): Message[] {
  reader.skip(2);
  const length = reader.u16le();
  reader.skip(4);
  const messages: Message[] = [];
  if (length === 0) return messages;
  // At the end: asterisk, checksum, line end.
  for (let next = reader.offset + length; next + 5 <= reader.end; next += length) {
    reader.offset = next - length;
    messages.push(record(reader));
  }
  return messages;
}

function record(reader: ByteReader): Message {
  const event = eventOf(reader.u8());
  const [lat, lon] = [signed(reader) / 1e6, signed(reader) / 1e6];
  const seconds = reader.u32le();
  const valid = reader.u8() === 1;
  const [satellites, rssi] = [reader.u8(), reader.u8()];
  const [speedKph, courseDeg, hdop, altitudeM] = [reader.u16le(), reader.u16le(), reader.u16le() / 10, reader.u16le()];
  const odometerM = reader.u32le();
  reader.skip(4 + 8 + 2 + 2);
  const battery = deviceBatteryOf(reader.u16le());
  const powerV = reader.u16le() / 100;
  // A device without a time sends 0.
  const time = timeIfAny(() => momentOf(seconds));
  const attributes = { ...event, satellites, rssi, hdop, odometerM, ...battery, powerV };
  return { kind: 'report', ...timedWithZeros(time, { valid, lat, lon, speedKph, courseDeg, altitudeM }), attributes };
}

const signed = (reader: ByteReader) => reader.u32le() | 0;
