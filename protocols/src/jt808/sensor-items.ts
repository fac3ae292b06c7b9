import type { ByteReader } from '../tools/bytes.ts';
import { type Read, readWithin } from './item-values.ts';

const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

/** Eight sensors, two bytes each: tenths of a degree with a sign bit, 0xffff if absent. */
export const temperatures: Read = (value, reported, length) => {
  for (let sensor = 1; sensor <= length / 2; sensor += 1) {
    const bits = value.u16();
    if (bits !== 0xffff) reported[`temperature${sensor}C`] = ((bits & 0x7fff) / 10) * (bits > 0x7fff ? -1 : 1);
  }
};

/**
 * Wireless sensors: each has a number, an address, degrees and humidity; the latter two are sent as a whole number and
 * 255ths.
 */
export const RADIO_SENSOR_BYTES = 11;
const hundred = (value: ByteReader): number => {
  const whole = value.i8();
  const part = value.u8() / 255;
  return Math.round((whole < 0 ? whole - part : whole + part) * 10) / 10;
};
export const radioSensors: Read = (value, reported) => {
  while (value.remaining >= RADIO_SENSOR_BYTES) {
    const sensor = value.u8();
    value.skip(6);
    reported[`temperature${sensor}C`] = hundred(value);
    reported[`humidity${sensor}Percent`] = hundred(value);
  }
};

/**
 * Tyres: each has a number, three bytes of the sensor, fortieths of a bar in ten bits, degrees from -50 on, and a
 * state.
 */
const TYRE_BYTES = 8;
export const tyres: Read = (value, reported) => {
  while (value.remaining >= TYRE_BYTES) {
    const tyre = value.u8();
    value.skip(3);
    reported[`tyre${tyre}PressureKpa`] = (value.u16() & 0x3ff) * 2.5;
    reported[`tyre${tyre}TemperatureC`] = value.u8() - 50;
    value.skip(1);
  }
};

/** The compartment: degrees with a sign bit (JT/T 808-2019, table 27). */
export const compartment: Read = (value, reported) => {
  const bits = value.u16();
  if (bits !== 0xffff) reported.temperature1C = (bits & 0x7fff) * (bits > 0x7fff ? -1 : 1);
};

/** Item 0xea, a byte and then nested items: light, pressure, tenths of humidity, tenths of a degree from -50 on. */
const OUTSIDE: Readonly<Record<number, Read>> = {
  0x13: (value, reported) => {
    reported.light = value.u16();
  },
  0x14: (value, reported) => {
    reported.airPressure = value.u16();
  },
  0x15: (value, reported) => {
    reported.humidityPercent = value.u16() / 10;
  },
  0x16: (value, reported) => {
    reported.temperature1C = Math.round(value.u16() - 500) / 10;
  },
};
export const outside: Read = (value, reported) => {
  value.skip(1);
  while (value.remaining >= 2) {
    const read = OUTSIDE[value.u8()];
    const length = Math.min(value.u8(), value.remaining);
    readWithin(value, length, () => read?.(value, reported, length));
  }
};

const IMEI_BYTES = 8;

/**
 * Item 0xf6. Some makers send the air pressure, others the IMEI. Others send a reason, a mask, and the data that it
 * selects: light, tenths of a degree and of humidity, the axes of the accelerometer, thresholds, pressure.
 */
export const climate: Read = (value, reported, length) => {
  if (length === 2) reported.airPressure = value.u16();
  if (length < 4 || (length === IMEI_BYTES && isImei(value))) return;
  value.skip(1);
  const mask = value.u8();
  if (has(mask, 0)) reported.light = value.u16();
  if (has(mask, 1)) reported.temperature1C = value.i16() / 10;
  if (has(mask, 2)) reported.humidityPercent = value.u16() / 10;
  if (has(mask, 3)) for (const axis of ['X', 'Y', 'Z']) reported[`acceleration${axis}Mg`] = value.i16();
  if (has(mask, 4)) value.skip(10);
  if (has(mask, 5)) reported.airPressure = value.u16();
};

/** Fifteen decimal digits after a zero. */
function isImei(value: ByteReader): boolean {
  for (let at = 0; at < IMEI_BYTES; at += 1) {
    const byte = value.peek(at) ?? 0xff;
    if (byte >> 4 > 9 || (byte & 0x0f) > 9) return false;
  }
  return (value.peek() ?? 0xff) <= 9;
}

/**
 * Item 0xf9, a mask and its data: age of the position, duration of ignition, tenths of HDOP, time of the position,
 * reporting interval, tenths of a degree outside with two thresholds.
 */
export const receiver: Read = (value, reported) => {
  const mask = value.u16();
  if (has(mask, 0)) value.skip(4);
  if (has(mask, 1)) value.skip(4);
  const hdop = has(mask, 2) ? value.u16() / 10 : 0;
  // Zero belongs to a position without satellites.
  if (hdop > 0) reported.hdop = hdop;
  if (has(mask, 3)) value.skip(6);
  if (has(mask, 5)) value.skip(8);
  if (has(mask, 6)) reported.temperature3C = value.i16() / 10;
};
