import type { AlarmCode, Attributes, Decoded } from '../types.ts';
import { addAlarm } from './alarms.ts';
import { CELL_2G, skipCell } from './cell.ts';
import { readClock, readPlace } from './fix.ts';
import type { Packet } from './frame.ts';
import { acknowledge, decoded, message } from './outcome.ts';

const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0xa2: 'lowBattery',
  0xa3: 'lowBattery',
  0xa4: 'general',
  0xa5: 'door',
};

/** Decodes 0x32 and the alarm 0x33 in long frames (AZ735): every block begins with its length, 0 if it is missing. */
export function decodeAz735(packet: Packet): Decoded {
  const { reader, session, type } = packet;
  const attributes: Attributes = {};
  const time = readClock(reader, session);
  const fix = reader.u8() === 0 ? null : readPlace(reader, time, attributes);
  if (reader.u8() > 0) {
    skipCell(reader, CELL_2G);
    attributes.rssi = reader.u8();
  }
  reader.skip(reader.u8()); // other cells
  reader.skip(reader.u8()); // access points
  const status = reader.u8();
  if (type === 0x33) {
    attributes.event = status;
    if (status === 0xa0 || status === 0xa1) attributes.armed = status === 0xa0;
    addAlarm(attributes, ALARMS[status]);
  }
  return decoded([message('report', fix, attributes, time)], [acknowledge(packet, 'stored', true)]);
}
