import type { ByteReader } from '../tools/bytes.ts';
import { camera } from './camera-items.ts';
import { driverAlarm, drivingAlarm, roadAlarm } from './driving-alarms.ts';
import { engineBlock, engineItems, engineText } from './engine-items.ts';
import { readInner } from './inner-items.ts';
import { lockCommand, locks, lockText, OWN_LOCK_BYTES, ownLocks } from './lock-items.ts';
import {
  climate,
  compartment,
  outside,
  RADIO_SENSOR_BYTES,
  radioSensors,
  receiver,
  temperatures,
  tyres,
} from './sensor-items.ts';
import { degreesC, number, numberOf, percent, type Read, text, type Reported, readWithin } from './item-values.ts';

/**
 * The tail of some trackers, which has no items: remaining battery and kilometres, kilometres, tenths of a volt, area,
 * signal.
 */
const TAIL_BYTES = 20;

/**
 * Reads the additional items of a location: number, length, value. Items that are cut off or have a different length
 * are left out.
 */
export function readItems(body: ByteReader): Reported {
  const reported: Reported = { alarms: [] };
  if (body.remaining === TAIL_BYTES && !areItems(body)) {
    body.skip(4);
    reported.odometerM = body.u32() * 1000;
    reported.batteryV = body.u16() / 10;
    body.skip(4);
    reported.rssi = body.u8();
    return reported;
  }
  readAll(body, reported);
  return reported;
}

function readAll(body: ByteReader, reported: Reported): void {
  while (body.remaining >= 2) {
    const read = ITEMS[body.u8()];
    const length = Math.min(body.u8(), body.remaining);
    if (read === undefined) body.skip(length);
    else readWithin(body, length, () => read(body, reported, length));
  }
}

/** True when the lengths of the items lead exactly to the end. */
function areItems(body: ByteReader): boolean {
  let at = 0;
  while (at + 1 < body.remaining) at += 2 + (body.peek(at + 1) ?? 0);
  return at === body.remaining;
}

/** Some makers send the battery in this item, others the driver. */
const batteryOrDriver: Read = (value, reported, length) => {
  if (length === 1) percent(value, reported, length);
  else if (length === 4) {
    const tag = value.u32();
    if (tag !== 0) reported.driverTag = String(tag);
  }
};

/** Bits of item 0x57, from the lowest on. */
const HARSH = [
  [8, 'hardAcceleration'],
  [9, 'hardBraking'],
  [10, 'hardCornering'],
] as const;
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

/** Events of item 0x60 that identify who opened a lock: its address, then eight characters. */
const [FIRST_OPENING, LAST_OPENING] = [0x61, 0x66];
const CARD_BYTES = 8;

/** Item 0xfe of some makers: 0x7c, then nested items, of which 1 has alarm bits. */
const OWN_ITEMS = 0x7c;
const OWN_ALARMS = ['hardAcceleration', 'hardBraking', 'hardCornering', 'accident', 'tampering'] as const;
const ownItems: Read = (value, reported) => {
  if (value.u8() !== OWN_ITEMS) return;
  while (value.remaining >= 2) {
    const item = value.u8();
    const next = value.u8();
    if (item !== 1 || next !== 4) value.skip(Math.min(next, value.remaining));
    else {
      const bits = value.u32();
      reported.alarms.push(...OWN_ALARMS.filter((_, bit) => has(bits, bit)));
    }
  }
};

/** A byte, IMEI, SIM card. */
const OWNER_BYTES = 19;
/** States of the battery in item 0xf7: charging, full. */
const CHARGED_STATES: ReadonlySet<number> = new Set([2, 3]);

/** By number: 0x01 to 0x31 by the standard, the others by makers that agree with each other. */
const ITEMS: Readonly<Record<number, Read>> = {
  // The value is in tenths of kilometres and of litres.
  0x01(value, reported, length) {
    if (length === 4) reported.odometerM = value.u32() * 100;
  },
  // When the first bit is set, the value is a level, not litres.
  0x02(value, reported, length) {
    if (length !== 2) return;
    const level = value.u16();
    if (level < 0x8000) reported.fuelL = level / 10;
    else if ((level & 0x7fff) <= 100) reported.fuelPercent = level & 0x7fff;
  },
  0x03: numberOf(2, 'recorderSpeedKph', 10),
  // Some makers send the battery in this item; by the standard since 2019 it is the temperature of the compartment.
  0x06(value, reported, length) {
    if (length === 1) reported.batteryPercent = value.u8();
    else if (length === 2) compartment(value, reported, length);
  },
  0x0b: lockCommand,
  // An area or route: kind, number, 0 for entering and 1 for leaving.
  0x12(value, reported, length) {
    if (length !== 6) return;
    value.skip(1);
    reported.deviceGeofence = value.u32();
    reported.alarms.push(value.u8() === 0 ? 'geofenceEnter' : 'geofenceExit');
  },
  0x25: numberOf(4, 'vehicleSignals'),
  // Two converters, the second one in the upper half.
  0x2b(value, reported, length) {
    if (length === 4) [reported.analog2, reported.analog1] = [value.u16(), value.u16()];
  },
  0x30: number('rssi'),
  0x31: number('satellites'),
  0x33: lockText,
  // Tenths of the battery, and a second byte that some makers use for its percentage; for others it is at most 1.
  0x56(value, reported, length) {
    if (length !== 2) return;
    const [tenths, share] = [Math.min(10, value.u8()) * 10, value.u8()];
    reported.batteryPercent = share > 1 && share <= 100 && Math.abs(share - tenths) <= 10 ? share : tenths;
  },
  0x57(value, reported, length) {
    if (length < 2) return;
    const bits = value.u16();
    reported.alarms.push(...HARSH.flatMap(([bit, alarm]) => (has(bits, bit) ? [alarm] : [])));
  },
  0x60(value, reported, length) {
    if (length < 2) return;
    const event = value.u16();
    reported.event = event;
    if (event < FIRST_OPENING || event > LAST_OPENING || length < 16) return;
    // For some makers the address has one more byte.
    value.skip(length - 2 - CARD_BYTES);
    text('driverTag')(value, reported, CARD_BYTES);
  },
  0x51: temperatures,
  0x61: number('powerV', 100),
  0x63: locks,
  // Driver assistance of cameras, and the driver.
  0x64(value, reported) {
    reported.adasAlarm = roadAlarm(value).type;
  },
  0x65(value, reported) {
    const { type, alarms } = driverAlarm(value);
    reported.dmsAlarm = type;
    reported.alarms.push(...alarms);
  },
  // The value is in hundredths of a percent.
  0x68: numberOf(2, 'batteryPercent', 100),
  0x69: number('batteryV', 100),
  0x70(value, reported) {
    reported.alarms.push(...drivingAlarm(value).alarms);
  },
  0x77: tyres,
  // Engine data by OBD: the first is the speed, or for some makers one byte and all the others.
  0x80(value, reported, length) {
    if (length <= 4) number('obdSpeedKph')(value, reported, length);
    else {
      value.skip(1);
      readAll(value, reported);
    }
  },
  0x81: number('engineRpm'),
  0x82: number('powerV', 10),
  0x83: number('engineLoadPercent'),
  0x84: degreesC('coolantTemperatureC'),
  0x86: degreesC('intakeTemperatureC'),
  0x87: numberOf(2, 'airFlow'),
  0x88: number('intakePressureKpa'),
  0x89: number('throttlePercent'),
  0x8b: text('vin'),
  0x8c(value, reported, length) {
    if (length === 4) reported.obdOdometerM = value.u32() * 100;
  },
  0x8d(value, reported, length) {
    if (length === 2) reported.tripM = value.u16() * 1000;
  },
  0x8e: numberOf(1, 'fuelPercent'),
  0x91(value, reported) {
    Object.assign(reported, engineBlock(value));
  },
  0x94: text('vin'),
  0xa0: text('faultCodes'),
  0xac: numberOf(4, 'odometerM'),
  0xbc: text('driver'),
  0xbd: text('driverTag'),
  // The SIM card, for two makers.
  0xcc: text('iccid'),
  0xf1(value, reported, length) {
    if (length === 20) text('iccid')(value, reported, length);
    if (length === 4) reported.powerV = value.u32() / 1000;
  },
  0xd0(value, reported, length) {
    if (length === 4 && has(value.u32(), 3)) reported.alarms.push('vibration');
  },
  0xd3: number('powerV', 10),
  0xd4: batteryOrDriver,
  // Volts of the battery, or the locks that it opens: their number, then for each five bytes of address and card,
  // percent, state.
  0xd5(value, reported, length) {
    if (length === 2) reported.batteryV = value.u16() / 100;
    else if (length > OWN_LOCK_BYTES) ownLocks(value, reported);
  },
  // A cut line, and states of a lock: bit 2 means moving.
  0xda(value, reported, length) {
    if (length < 3) return;
    value.skip(2);
    reported.motion = has(value.u8(), 2);
  },
  0xe1(value, reported, length) {
    if (length === 2) reported.powerV = value.u16() / 10;
    else batteryOrDriver(value, reported, length);
  },
  // The value is in tenths of litres.
  0xe2: numberOf(4, 'fuelL', 10),
  0xe3(value, reported, length) {
    if (length !== 6) return;
    value.skip(1);
    percent(value, reported, length);
    reported.batteryV = value.u16() / 100;
  },
  // 0 while charging, percent.
  0xe4(value, reported, length) {
    if (length !== 2) return;
    reported.charging = value.u8() === 0;
    percent(value, reported, length);
  },
  0xe5(value, reported, length) {
    if (length === 1) reported.motion = value.u8() === 1;
  },
  0xe6(value, reported, length) {
    const content = value.text(length);
    const engine = engineText(content);
    if (engine !== null) Object.assign(reported, engine);
    else if (length % RADIO_SENSOR_BYTES === 0) {
      value.offset -= length;
      radioSensors(value, reported, length);
    }
  },
  // Bit 0 a shock, bits 1 to 3 buttons.
  0xe7(value, reported, length) {
    if (length !== 8) return;
    const bits = value.u16();
    if (has(bits, 0)) reported.alarms.push('vibration');
    if ((bits & 0b1110) !== 0) reported.alarms.push('sos');
  },
  0xe8: camera,
  0xe9: batteryOrDriver,
  0xea: outside,
  0xeb: readInner,
  0xed: text('card'),
  // Signal strength, the voltages of the vehicle and of the battery in millivolts, satellites.
  0xee(value, reported, length) {
    if (length !== 6) return;
    reported.rssi = value.u8();
    reported.powerV = value.u16() / 1000;
    reported.batteryV = value.u16() / 1000;
    reported.satellites = value.u8();
  },
  0xf2: text('firmware'),
  0xf3(value, reported) {
    Object.assign(reported, engineItems(value));
  },
  0xf5: numberOf(2, 'light'),
  // Tenths of humidity, or thousandths of a volt, state, percent.
  0xf7(value, reported, length) {
    if (length === 2) reported.humidityPercent = value.u16() / 10;
    if (length < 4) return;
    reported.batteryV = value.u32() / 1000;
    if (length >= 5) reported.charging = CHARGED_STATES.has(value.u8());
    if (length >= 6) percent(value, reported, length);
  },
  0xf6: climate,
  // Tenths of a degree from -50 on; from personal trackers, which report whether they move, the number of steps. A
  // longer item contains IMEI and SIM card.
  0xf8(value, reported, length) {
    if (length === 2 && reported.motion !== undefined) reported.steps = value.u16();
    else if (length === 2) reported.temperature2C = Math.round(value.u16() - 500) / 10;
    if (length < OWNER_BYTES) return;
    value.skip(9);
    const card = value.hex(10);
    if (/^89[0-9a-f]{18}$/.test(card)) reported.iccid = card.replace(/f+$/, '');
  },
  0xf9: receiver,
  0xfb: text('container'),
  0xfc: numberOf(1, 'deviceGeofence'),
  0xfe(value, reported, length) {
    if (length === 1) percent(value, reported, length);
    else if (length === 2) reported.powerV = value.u16() / 10;
    else if (length === 4) reported.odometerM = value.u32();
    else ownItems(value, reported, length);
  },
};
