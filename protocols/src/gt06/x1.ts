import type { Attributes, Decoded } from '../types.ts';
import { CELL_LONG_ID, skipCell } from './cell.ts';
import { readFix } from './fix.ts';
import type { Packet } from './frame.ts';
import { behindFix, stored } from './outcome.ts';

/**
 * Decodes 0x34 of the X1: alarm word, fix, terminal word, odometer, cell, driver, the two voltages, ports. The first
 * voltage is that of the supply, the second that of the device's own battery.
 */
export function decodeX1Position(packet: Packet): Decoded {
  const { reader } = packet;
  const attributes: Attributes = {};
  reader.skip(4);
  const fix = readFix(packet, attributes);
  behindFix(() => {
    reader.skip(2);
    attributes.odometerM = reader.u32();
    skipCell(reader, CELL_LONG_ID);
    const driver = reader.u32();
    if (driver > 0) attributes.driverTag = String(driver);
    attributes.powerV = reader.u16() / 100;
    attributes.batteryV = reader.u16() / 100;
    const ports = reader.u32();
    attributes.inputs = reader.u8();
    attributes.outputs = reader.u8();
    const analogues = (ports >>> 20) & 0x0f;
    for (let i = 1; i <= analogues; i++) attributes[`analog${i}V`] = reader.u16() / 100;
  });
  return stored(packet, fix, attributes);
}
