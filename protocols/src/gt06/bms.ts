import type { Attributes, Decoded } from '../types.ts';
import type { Packet } from './frame.ts';
import { stored } from './outcome.ts';

const CELLS = 14;

/** 0x40 (WD-209): the battery of an electric two-wheeler. */
export function decodeBms(packet: Packet): Decoded {
  const { reader } = packet;
  reader.skip(8); // serial number of the pack
  const time = new Date(reader.u32() * 1000);
  const attributes: Attributes = {};
  attributes.relativeCapacityPercent = reader.u8();
  attributes.remainingCapacity = reader.u16();
  attributes.absoluteCapacityPercent = reader.u8();
  attributes.fullCapacity = reader.u16();
  attributes.batteryHealthPercent = reader.u8();
  attributes.batteryTemperatureC = reader.u16() / 10 - 273.1;
  attributes.batteryCurrent = reader.u16();
  attributes.batteryV = reader.u16() / 1000;
  attributes.batteryCycles = reader.u16();
  for (let i = 1; i <= CELLS; i++) attributes[`batteryCell${i}V`] = reader.u16() / 1000;
  return stored(packet, null, attributes, time);
}
