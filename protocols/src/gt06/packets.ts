import { unknownMessage } from '../tools/bad-frame.ts';
import type { Attributes, Decoded } from '../types.ts';
import {
  decode4GCellAlarm,
  decodeAlarm,
  decodeAltitudeAlarm,
  decodeCellAlarm,
  decodeFenceAlarm,
  decodeLwAlarm,
  decodeModuleAlarm,
  decodeSingleFenceAlarm,
} from './alarm.ts';
import { decodeAz735 } from './az735.ts';
import { decodeCameraAlarm } from './camera-alarm.ts';
import {
  decodeButtonPosition,
  decodeCardPosition,
  decodeNtPosition,
  decodeSupplyPosition,
  isNtFrame,
} from './driver-position.ts';
import { dateAhead } from './fix.ts';
import type { Packet } from './frame.ts';
import {
  decodeHeartbeat,
  decodeModuleStatus,
  decodeSeeworldStatus,
  decodeSeeworldWatch,
  decodeStatusFrame,
} from './heartbeat.ts';
import { decodeInformation, decodeSatellites, decodeShortInformation } from './information.ts';
import { decodeLogin } from './login.ts';
import { decodeModular } from './modular.ts';
import { decodeNetwork, decodeNetworkAlarm, decodeWatchNetwork, decodeWifi } from './network.ts';
import { decodeObd } from './obd.ts';
import { acknowledge, decoded, stored } from './outcome.ts';
import { decodeAccessories, decodeSerial, decodeStates, decodeTag } from './peripheral.ts';
import {
  decode4GPosition,
  decodeAltitudePosition,
  decodeClassicPosition,
  decodeFixOnly,
  decodeGenerationPosition,
  decodeModulePosition,
  decodeReasonPosition,
  decodeSeeworldPosition,
  decodeWidePosition,
} from './position.ts';
import { answerAddress, answerTime } from './request.ts';
import { decodeAsciiReply, decodeReply } from './text.ts';
import { decodeX1Position } from './x1.ts';

const CELLS = 14;

/** Decodes 0x40 (WD-209): the battery of an electric two-wheeler. */
function decodeBms(packet: Packet): Decoded {
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

type PacketDecoder = (packet: Packet, now: () => Date) => Decoded;

/** Frame types with the same meaning in short and in long frames. */
const COMMON: Readonly<Record<number, PacketDecoder>> = {
  0x01: decodeLogin,
  0x10: decodeFixOnly,
  0x11: decodeWidePosition,
  0x12: decodeClassicPosition,
  0x13: decodeStatusFrame,
  0x14: decodeSatellites,
  0x15: decodeAsciiReply,
  0x16: decodeAlarm,
  0x17: (packet) => (isCardFrame(packet) ? decodeCardPosition(packet) : decodeWatchNetwork(packet)),
  0x18: decodeNetwork,
  0x19: decodeCellAlarm,
  0x1a: decodeFixOnly,
  0x1e: decodeFixOnly,
  0x21: decodeReply,
  0x22: decode22,
  0x23: decodeHeartbeat,
  0x24: decodeNetwork,
  0x25: decode22,
  0x26: decodeAlarm,
  0x27: decodeFenceAlarm,
  0x28: decodeNetwork,
  0x2a: answerAddress,
  0x2c: decodeNetwork,
  0x2d: decodeReasonPosition,
  0x2e: decodeNetwork,
  0x31: decodeAltitudePosition,
  0x37: decodeModulePosition,
  0x38: decodeGenerationPosition,
  0x39: decodeModuleAlarm,
  0x40: decodeBms,
  0x61: decodeButtonPosition,
  0x69: decodeWatchNetwork,
  0x70: decodeModular,
  0x8a: (packet, now) => answerTime(packet, now()),
  0x8c: decodeObd,
  // A piece of a recording that was not requested.
  0x8d: silent,
  0x95: decodeCameraAlarm,
  0x9b: decodeSerial,
  0x9c: decodeSerial,
  0xa0: decode4GPosition,
  0xa1: decodeNetwork,
  0xa2: (packet) => (packet.contentLength === 59 ? decodeLwAlarm(packet) : decodeNetwork(packet)),
  0xa3: decodeA3,
  0xa4: decodeFenceAlarm,
  0xa5: decode4GCellAlarm,
  0xa7: answerAddress,
  0xa9: decodeNetworkAlarm,
  0xb2: decodeTag,
  0xf1: decodeStates,
  0xf2: decodeAccessories,
  0xf3: decodeWifi,
};

const SHORT: Readonly<Record<number, PacketDecoder>> = {
  0x32: decodeAltitudeAlarm,
  0x33: decodeNetwork,
  0x34: (packet) => (packet.contentLength === 50 ? decodeNetwork(packet) : decodeX1Position(packet)),
  0x36: (packet) => (isSupplyFrame(packet) ? decodeSupplyPosition(packet) : decodeModuleStatus(packet)),
  0x80: silent,
  0x81: silent,
  0x82: silent,
  0x94: decodeShortInformation,
};

const LONG: Readonly<Record<number, PacketDecoder>> = {
  0x32: decodeAz735,
  0x33: decodeAz735,
  0x41: (packet) => decoded([], [acknowledge(packet, 'now', true)]),
  0x94: decodeInformation,
};

/** Commands that come back as an echo: they are not answered, because the echoes would never end. */
function silent(): Decoded {
  return decoded([]);
}

/** The lengths of Seeworld's short state, and of its watches' state. */
const [SEEWORLD_STATE, SEEWORLD_WATCH] = [7, 19];

function decodeA3(packet: Packet): Decoded {
  if (packet.contentLength === SEEWORLD_STATE) return decodeSeeworldStatus(packet);
  return packet.contentLength === SEEWORLD_WATCH ? decodeSeeworldWatch(packet) : decodeSingleFenceAlarm(packet);
}

function decode22(packet: Packet): Decoded {
  if (isNtFrame(packet)) return decodeNtPosition(packet);
  return packet.contentLength === 42 ? decodeSeeworldPosition(packet) : decodeReasonPosition(packet);
}

/** 0x36 is a position or a state; the bits of a state can look like a date, but the size of a fix's block cannot. */
function isSupplyFrame({ reader, contentLength }: Packet): boolean {
  return contentLength >= 40 && dateAhead(reader, 0) && (reader.peek(6) ?? 0) >>> 4 === 0x0c;
}

/** 0x17 is the position with a driver's card, or a watch's network report, whose date is in decimal digits. */
function isCardFrame(packet: Packet): boolean {
  return packet.contentLength === 35 && dateAhead(packet.reader, 0);
}

/** Decodes a frame. Unknown types are neither read nor acknowledged: the device would delete their content. */
export function decodePacket(packet: Packet, now: () => Date): Decoded {
  const decode = (packet.extended ? LONG : SHORT)[packet.type] ?? COMMON[packet.type];
  return decode === undefined ? unknownMessage(packet.type) : decode(packet, now);
}
