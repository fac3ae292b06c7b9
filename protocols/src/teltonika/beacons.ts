/** Lists of Bluetooth beacons that 8 Extended sends in elements of variable length. */
import { ByteReader } from '../tools/bytes.ts';
import type { Attributes } from '../types.ts';

/**
 * Reads element 385: a byte for the part of the list, then for each beacon its flags, id (an iBeacon's UUID, major and
 * minor, or an Eddystone's namespace and instance), signal, and if flagged battery and temperature.
 */
export function readBeacons(bytes: Uint8Array, attributes: Attributes): void {
  const reader = new ByteReader(bytes);
  if (reader.remaining > 0) reader.skip(1);
  for (let index = 1; reader.remaining > 0; index++) {
    const flags = reader.u8();
    const beacon = `beacon${index}`;
    if (flags >> 4 > 0) {
      attributes[`${beacon}Uuid`] = reader.hex(16);
      attributes[`${beacon}Major`] = reader.u16();
      attributes[`${beacon}Minor`] = reader.u16();
    } else {
      attributes[`${beacon}Namespace`] = reader.hex(10);
      attributes[`${beacon}Instance`] = reader.hex(6);
    }
    if (flags & 1) attributes[`${beacon}Rssi`] = reader.i8();
    if (flags & 2) attributes[`${beacon}BatteryV`] = reader.u16() / 1000;
    if (flags & 4) attributes[`${beacon}TemperatureC`] = reader.i16();
  }
}

/**
 * Reads elements 548, 10829 and 10831: a header byte, then for each tag its length and parameters (id, length, value).
 */
export function readTags(bytes: Uint8Array, attributes: Attributes): void {
  const reader = new ByteReader(bytes);
  if (reader.remaining > 0) reader.skip(1);
  for (let index = 1; reader.remaining > 0; index++) {
    const tag = new ByteReader(reader.take(reader.u8()));
    while (tag.remaining > 0) {
      const parameter = tag.u8();
      const value = new ByteReader(tag.take(tag.u8()));
      if (value.remaining === 0) continue;
      if (parameter === 0) attributes[`tag${index}Rssi`] = value.i8();
      else if (parameter === 1) attributes[`tag${index}Id`] = value.hex(value.remaining);
      else if (parameter === 13) attributes[`tag${index}LowBattery`] = value.u8() > 0;
      else if (parameter === 14) attributes[`tag${index}BatteryV`] = value.readUint(value.remaining) / 1000;
    }
  }
}
