/**
 * The device's side of the protocol, for simulated devices: its messages, and its interpretation of the server's
 * answers.
 */
import { FIX_SIZE } from './fix.ts';
import { LONG_START, SHORT_START, sealFrame } from './frame.ts';
import { newGt06Framer } from './framer.ts';

/** The measurements of a device. Serial numbers are 0 to 65535 and counted by the device. */
export interface DevicePosition {
  /** UTC; the protocol has whole seconds. */
  time: Date;
  /** Degrees, -90 to 90. */
  lat: number;
  /** Degrees, -180 to 180. */
  lon: number;
  /** 0 to 255. */
  speedKph: number;
  /** 0 to 359. */
  courseDeg: number;
  /** 0 to 15. */
  satellites: number;
  /** False repeats the last fix, as in a tunnel. */
  valid: boolean;
  ignition?: boolean;
  odometerM?: number;
  /** Sent from memory. */
  archived?: boolean;
}

/** Modules that newer (Jimi 4G) devices add to a position; omitted ones are not sent. */
export interface DeviceModules {
  /** 0 to 655.35; the protocol has hundredths. */
  powerV?: number;
  batteryV?: number;
  odometerM?: number;
}

export interface DeviceState {
  ignition: boolean;
  charging: boolean;
  /** 0 (empty) to 6. */
  batteryLevel: number;
  /** 0 (none) to 4. */
  rssi: number;
}

const ALARM_BYTES = {
  sos: 0x01,
  powerCut: 0x02,
  vibration: 0x03,
  geofenceEnter: 0x04,
  geofenceExit: 0x05,
  overspeed: 0x06,
  lowBattery: 0x0e,
  tampering: 0x13,
  hardAcceleration: 0x29,
  hardCornering: 0x2a,
  accident: 0x2c,
  hardBraking: 0x30,
} as const;

/** Alarms that a simulated device can raise. */
export type DeviceAlarm = keyof typeof ALARM_BYTES;

const HEADER = 4;
const TRAILER = 6;

/** Country 748 (Uruguay), network 1, fictitious area and cell. */
const CELL = [0x02, 0xec, 0x01, 0x10, 0x01, 0x00, 0x20, 0x01] as const;
const ENGLISH = 2;

function newFrame(type: number, contentSize: number): Uint8Array {
  const frame = new Uint8Array(HEADER + contentSize + TRAILER);
  frame[0] = frame[1] = SHORT_START;
  frame[2] = contentSize + 5;
  frame[3] = type;
  return frame;
}

function sealed(frame: Uint8Array, serial: number): Uint8Array {
  sealFrame(frame, serial & 0xffff);
  return frame;
}

function putUint32(frame: Uint8Array, at: number, value: number): void {
  frame[at] = value >>> 24;
  frame[at + 1] = value >>> 16;
  frame[at + 2] = value >>> 8;
  frame[at + 3] = value;
}

function putFix(frame: Uint8Array, at: number, position: DevicePosition): number {
  const { time, lat, lon, speedKph, courseDeg, satellites, valid } = position;
  frame[at] = time.getUTCFullYear() - 2000;
  frame[at + 1] = time.getUTCMonth() + 1;
  frame[at + 2] = time.getUTCDate();
  frame[at + 3] = time.getUTCHours();
  frame[at + 4] = time.getUTCMinutes();
  frame[at + 5] = time.getUTCSeconds();
  frame[at + 6] = 0xc0 | Math.min(satellites, 15);
  putUint32(frame, at + 7, Math.round(Math.abs(lat) * 1_800_000));
  putUint32(frame, at + 11, Math.round(Math.abs(lon) * 1_800_000));
  frame[at + 15] = Math.min(255, Math.round(speedKph));
  const flags = (valid ? 0x1000 : 0) | (lat >= 0 ? 0x0400 : 0) | (lon < 0 ? 0x0800 : 0) | (Math.round(courseDeg) % 360);
  frame[at + 16] = flags >>> 8;
  frame[at + 17] = flags;
  return at + FIX_SIZE;
}

/** Login 0x01. `imei` has 15 decimal digits; throws RangeError otherwise. */
export function encodeLogin(imei: string, serial: number): Uint8Array {
  if (!/^\d{15}$/.test(imei)) throw new RangeError(`an IMEI has 15 digits: ${imei}`);
  const frame = newFrame(0x01, 8);
  const digits = `0${imei}`;
  for (let i = 0; i < 8; i++) frame[HEADER + i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return sealed(frame, serial);
}

/** Position 0x22 with ignition and reason, and the odometer if given. */
export function encodePosition(position: DevicePosition, serial: number): Uint8Array {
  const { odometerM } = position;
  const frame = newFrame(0x22, FIX_SIZE + CELL.length + 3 + (odometerM === undefined ? 0 : 4));
  const cell = putFix(frame, HEADER, position);
  frame.set(CELL, cell);
  const reason = cell + CELL.length;
  frame[reason] = position.ignition ? 1 : 0;
  frame[reason + 2] = position.archived ? 1 : 0;
  if (odometerM !== undefined) putUint32(frame, reason + 3, Math.round(odometerM));
  return sealed(frame, serial);
}

/** Builds the position 0x37 with ignition and reason as in 0x22, then modules (Jimi 4G: number, length, value). */
export function encodeModulePosition(
  position: Omit<DevicePosition, 'odometerM'>,
  { powerV, batteryV, odometerM }: DeviceModules,
  serial: number,
): Uint8Array {
  const modules = [
    ...(batteryV === undefined ? [] : moduleOf(0x0018, 2, batteryV * 100)),
    ...(powerV === undefined ? [] : moduleOf(0x0027, 2, powerV * 100)),
    ...(odometerM === undefined ? [] : moduleOf(0x002e, 4, odometerM)),
  ];
  const frame = newFrame(0x37, FIX_SIZE + CELL.length + 3 + modules.length);
  const cell = putFix(frame, HEADER, position);
  frame.set(CELL, cell);
  const reason = cell + CELL.length;
  frame[reason] = position.ignition ? 1 : 0;
  frame[reason + 2] = position.archived ? 1 : 0;
  frame.set(modules, reason + 3);
  return sealed(frame, serial);
}

function moduleOf(number: number, size: 2 | 4, value: number): number[] {
  const whole = Math.round(value);
  const bytes = [whole >>> 24, (whole >>> 16) & 0xff, (whole >>> 8) & 0xff, whole & 0xff].slice(4 - size);
  return [number >>> 8, number & 0xff, size, ...bytes];
}

function putState(frame: Uint8Array, at: number, state: DeviceState, alarm: number): void {
  frame[at] = (state.ignition ? 0x02 : 0) | (state.charging ? 0x04 : 0) | 0x40;
  frame[at + 1] = state.batteryLevel;
  frame[at + 2] = state.rssi;
  frame[at + 3] = alarm;
  frame[at + 4] = ENGLISH;
}

/** Heartbeat 0x13. */
export function encodeHeartbeat(state: DeviceState, serial: number): Uint8Array {
  const frame = newFrame(0x13, 5);
  putState(frame, HEADER, state, 0);
  return sealed(frame, serial);
}

/** Alarm 0x16 with coordinates. */
export function encodeAlarm(
  position: DevicePosition,
  state: DeviceState,
  alarm: DeviceAlarm,
  serial: number,
): Uint8Array {
  const frame = newFrame(0x16, FIX_SIZE + 1 + CELL.length + 5);
  const cell = putFix(frame, HEADER, position);
  frame[cell] = CELL.length + 1;
  frame.set(CELL, cell + 1);
  putState(frame, cell + 1 + CELL.length, state, ALARM_BYTES[alarm]);
  return sealed(frame, serial);
}

/** Builds the reply 0x15 to a command; `flag` is the one from the command. ASCII, up to 240 characters. */
export function encodeReply(text: string, flag: number, serial: number): Uint8Array {
  const frame = newFrame(0x15, 1 + 4 + text.length + 2);
  frame[HEADER] = 4 + text.length;
  putUint32(frame, HEADER + 1, flag);
  for (let i = 0; i < text.length; i++) frame[HEADER + 5 + i] = text.charCodeAt(i);
  frame[HEADER + 6 + text.length] = ENGLISH;
  return sealed(frame, serial);
}

/** The reply to WHERE#, as text. */
export function whereText({ time, lat, lon, speedKph, courseDeg }: DevicePosition): string {
  const moment = time.toISOString();
  const place = `Lat:${lat < 0 ? 'S' : 'N'}${Math.abs(lat).toFixed(6)},Lon:${lon < 0 ? 'W' : 'E'}${Math.abs(lon).toFixed(6)}`;
  const motion = `Course:${courseDeg.toFixed(2)},Speed:${speedKph.toFixed(4)}`;
  return `Current position!${place},${motion},DateTime:${moment.slice(0, 10)}  ${moment.slice(11, 19)}`;
}

/** A frame from the server: an acknowledgement by type and serial number, or a command with its text. */
export interface ServerFrame {
  type: number;
  serial: number;
  command?: { text: string; flag: number };
}

/** Finds the server's frames in the bytes that a device receives, whatever their segmentation. */
export class DeviceReader {
  readonly #framer = newGt06Framer();

  push(chunk: Uint8Array): ServerFrame[] {
    return this.#framer.push(chunk).map(readServerFrame);
  }
}

function readServerFrame(frame: Uint8Array): ServerFrame {
  const at = frame[0] === LONG_START ? HEADER : HEADER - 1;
  const type = frame[at] ?? 0;
  const tail = frame.length - TRAILER;
  const serial = (frame[tail] ?? 0) * 0x100 + (frame[tail + 1] ?? 0);
  if (type !== 0x80 || tail < at + 6) return { type, serial };
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const text = String.fromCharCode(...frame.subarray(at + 6, Math.min(tail, at + 2 + view.getUint8(at + 1))));
  return { type, serial, command: { text, flag: view.getUint32(at + 2) } };
}
