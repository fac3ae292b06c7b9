import type { AlarmCode, Attributes, Decoded, Fix } from '../types.ts';
import { addAlarm } from './alarms.ts';
import { makeFix, readClock } from './fix.ts';
import type { Packet } from './frame.ts';
import { stored } from './outcome.ts';

const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0x01: 'sos',
  0x0e: 'lowPower',
  0x76: 'temperature',
  0x80: 'vibration',
  0x87: 'overspeed',
  0x88: 'powerCut',
  0x90: 'hardAcceleration',
  0x91: 'hardBraking',
  0x92: 'hardCornering',
  0x93: 'accident',
};

/** Reads coordinates without satellites and speed (JC100), or with both, in their own order (JC400). */
function readCameraFix(packet: Packet, time: Date | null, newer: boolean, attributes: Attributes): Fix | null {
  const { reader } = packet;
  if (newer) attributes.satellites = reader.u8() & 0x0f;
  const lat = reader.u32();
  const lon = reader.u32();
  const flags = reader.u16();
  const speedKph = newer ? reader.u16() : 0;
  return makeFix(time, lat, lon, speedKph, flags, attributes);
}

/**
 * Decodes 0x95 (dash cameras JC100, JC400): time, in longer frames the coordinates, the event, the names of the
 * recordings.
 */
export function decodeCameraAlarm(packet: Packet): Decoded {
  const { reader, session, contentLength } = packet;
  const attributes: Attributes = {};
  const newer = reader.peek() === 0xff && reader.peek(1) === 0xff;
  if (newer) reader.skip(3); // mark, version
  const time = readClock(reader, session);
  const located = contentLength >= 18;
  const fix = located ? readCameraFix(packet, time, newer, attributes) : null;
  if (newer) attributes.powerV = reader.u16() / 10;
  const event = reader.u8();
  attributes.event = event;
  if (reader.remaining >= 2) attributes.eventData = reader.u16();
  // Without coordinates, event 1 is only a test of the button.
  addAlarm(attributes, event === 0x01 && !located ? 'general' : ALARMS[event]);
  if (reader.remaining > 0) attributes.eventFiles = reader.text(reader.remaining).replaceAll('\0', '');
  return stored(packet, fix, attributes, time);
}
