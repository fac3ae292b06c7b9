import type { Attributes, Decoded } from '../types.ts';
import { addAlarmCode } from './alarms.ts';
import type { Packet } from './frame.ts';
import { acknowledge, decoded, message } from './outcome.ts';
import { readStatus, readTerminalInfo, setBatteryLevel } from './status.ts';
import { readModules } from './modules.ts';

/** A voltage below that of any vehicle's supply. */
const MIN_SUPPLY_V = 6;

function heartbeat(packet: Packet, attributes: Attributes): Decoded {
  return decoded([message('heartbeat', null, attributes)], [acknowledge(packet, 'now')]);
}

/** Decodes 0x13: the classic heartbeat, in as many layouts as makers; most can be distinguished by their length. */
export function decodeStatusFrame(packet: Packet): Decoded {
  const { reader, session, contentLength } = packet;
  const attributes: Attributes = {};
  if (contentLength === 14) readObd(packet, attributes);
  else if (contentLength === 16) readPortable(packet, attributes);
  else if (contentLength === 5 && isWired(packet)) {
    readTerminalInfo(reader, attributes);
    attributes.powerV = reader.u16() / 100;
    attributes.rssi = reader.u8();
  } else if (contentLength === 5 && (reader.peek(2) ?? 0) > 31 && (reader.peek(3) ?? 0) >= MIN_SUPPLY_V) {
    // Signal in percent: firmware that sends whole volts of the supply where others send the alarm.
    readTerminalInfo(reader, attributes);
    setBatteryLevel(attributes, reader.u8());
    attributes.rssi = reader.u8();
    attributes.powerV = reader.u8();
  } else readStatus(reader, attributes, session);
  return heartbeat(packet, attributes);
}

/**
 * True for wired trackers without a battery, which send the supply in 1/100 V instead of level and signal. A level of 7
 * to 14 (of 6!) or an impossible signal, without a language at the end, can only mean that.
 */
function isWired({ reader }: Packet): boolean {
  const [level = 0, signal = 0, language = 0] = [reader.peek(1), reader.peek(2), reader.peek(4)];
  return language === 0 && level <= 14 && (level > 6 || (level > 1 && signal > 100));
}

/** OBD plug. */
function readObd({ reader, session }: Packet, attributes: Attributes): void {
  readTerminalInfo(reader, attributes);
  const signal = reader.u16();
  attributes.satellites = ((signal >>> 10) & 0x1f) + ((signal >>> 5) & 0x1f);
  attributes.rssi = signal & 0x1f;
  addAlarmCode(attributes, reader.u8(), session.family);
  reader.skip(1); // language
  setPercent(attributes, reader.u8());
  const mode = reader.u8();
  attributes.powerV = reader.u16() / 100;
  reader.skip(3);
  if (mode === 4) attributes.temperature1C = reader.i16() / 10;
}

/** Battery-powered logger with a thermometer. */
function readPortable({ reader }: Packet, attributes: Attributes): void {
  reader.skip(5); // information, satellites, alarm, language
  setPercent(attributes, reader.u8());
  reader.skip(8); // mode, voltage, working times
  const temperature = reader.u16();
  const value = (temperature & 0x7fff) / 10;
  attributes.temperature1C = temperature & 0x8000 ? value : 0 - value;
}

function setPercent(attributes: Attributes, percent: number): void {
  if (percent <= 100) attributes.batteryPercent = percent;
}

/** Decodes 0x23 (GK310 and later): information, battery in 1/100 V, signal. */
export function decodeHeartbeat(packet: Packet): Decoded {
  const { reader } = packet;
  const bits = reader.u8();
  const attributes: Attributes = {
    armed: (bits & 0x01) !== 0,
    ignition: (bits & 0x02) !== 0,
    charging: (bits & 0x04) !== 0,
  };
  if (reader.remaining >= 2) attributes.batteryV = reader.u16() / 100;
  if (reader.remaining >= 1) attributes.rssi = reader.u8();
  return heartbeat(packet, attributes);
}

/** Decodes 0x36 in short frames (Jimi 4G): the classic heartbeat, then modules. */
export function decodeModuleStatus(packet: Packet): Decoded {
  const attributes: Attributes = {};
  readStatus(packet.reader, attributes, packet.session);
  readModules(packet.reader, attributes);
  return heartbeat(packet, attributes);
}

/** Decodes 0xA3 in the short form of Seeworld's GL21L. */
export function decodeSeeworldStatus(packet: Packet): Decoded {
  const { reader, session } = packet;
  session.family = 'seeworld';
  const attributes: Attributes = {};
  readTerminalInfo(reader, attributes);
  attributes.rssi = reader.u16() & 0x1f;
  addAlarmCode(attributes, reader.u8(), session.family);
  setPercent(attributes, reader.u8());
  return heartbeat(packet, attributes);
}

/**
 * Decodes 0xA3 in Seeworld's longer form: information, extension, level, signal, volts of the supply, language, sound,
 * light, steps, percent, whether it is charging, whether it moves.
 */
export function decodeSeeworldWatch(packet: Packet): Decoded {
  const { reader, session } = packet;
  session.family = 'seeworld';
  const attributes: Attributes = {};
  readTerminalInfo(reader, attributes);
  reader.skip(3);
  attributes.rssi = reader.u8();
  attributes.powerV = reader.u8();
  reader.skip(3);
  attributes.steps = reader.u32();
  setPercent(attributes, reader.u8());
  attributes.charging = reader.u8() === 1;
  attributes.motion = reader.u8() === 1;
  return heartbeat(packet, attributes);
}
