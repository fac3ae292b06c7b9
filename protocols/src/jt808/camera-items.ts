import type { ByteReader } from '../tools/bytes.ts';
import { cameraAlarm } from './driving-alarms.ts';
import { percent, type Read, type Reported, readWithin } from './item-values.ts';

/** Item 0xe8 of cameras, by a number of two bytes: the supply, or an event. */
const [CAMERA_SUPPLY, CAMERA_STATES, IGNITION_ON, IGNITION_OFF] = [0x2003, 0x2005, 0x0c03, 0x0c04];
const LOCK_STATE_BYTES = 3;
export const camera: Read = (value, reported, length) => {
  if (length <= LOCK_STATE_BYTES) return;
  const code = value.u16();
  const alarm = cameraAlarm(code);
  if (alarm !== undefined) reported.alarms.push(alarm);
  if (code === IGNITION_ON || code === IGNITION_OFF) reported.ignition = code === IGNITION_ON;
  if (code === CAMERA_STATES) cameraStates(value, reported);
  if (code !== CAMERA_SUPPLY) return;
  value.skip(1);
  reported.charging = value.u8() === 1;
  // One of six steps.
  const step = value.u8();
  if (step >= 1 && step <= 6) reported.batteryPercent = Math.floor((step * 100) / 6);
  reported.batteryV = value.u16() / 100;
  reported.rssi = value.u8();
  reported.powerV = value.u16() / 100;
};

/** States of a camera, by a number of two bytes with a length of one. */
const STATES: Readonly<Record<number, Read>> = {
  0x0001: (value, reported) => {
    reported.batteryV = value.u16() / 100;
  },
  0x0003: percent,
  0x0004: (value, reported) => {
    reported.charging = value.u8() === 0;
  },
  // Nineteen digits, and one of padding.
  0x0005: (value, reported) => {
    reported.iccid = value.hex(10).slice(0, 19);
  },
  0x0007: (value, reported) => {
    reported.hdop = value.u16() / 10;
  },
  0x2001: (value, reported) => {
    reported.powerV = value.u16() / 10;
  },
};

/** Length in bytes, then each state. */
function cameraStates(value: ByteReader, reported: Reported): void {
  value.skip(1);
  while (value.remaining >= 3) {
    const read = STATES[value.u16()];
    const length = Math.min(value.u8(), value.remaining);
    readWithin(value, length, () => read?.(value, reported, length));
  }
}
