import type { ByteReader } from '../tools/bytes.ts';
import { cameraAlarm, driverAlarm, drivingAlarm, roadAlarm } from './driving-alarms.ts';
import { engineBlock, engineItems, engineText } from './engine-items.ts';
import { readInner } from './inner-items.ts';
import { degreesC, number, numberOf, percent, type Read, text, type Told, within } from './item-values.ts';

/** The tail of some trackers, which has no items: battery and kilometres left, kilometres, tenths of a volt, area, signal. */
const TAIL_BYTES = 20;

/** The further items of a location: number, length, value. What is cut off or of another length is left out. */
export function readItems(body: ByteReader): Told {
  const told: Told = { alarms: [] };
  if (body.remaining === TAIL_BYTES && !areItems(body)) {
    body.skip(4);
    told.odometerM = body.u32() * 1000;
    told.batteryV = body.u16() / 10;
    body.skip(4);
    told.rssi = body.u8();
    return told;
  }
  while (body.remaining >= 2) {
    const read = ITEMS[body.u8()];
    const length = Math.min(body.u8(), body.remaining);
    if (read === undefined) body.skip(length);
    else within(body, length, () => read(body, told, length));
  }
  return told;
}

/** Whether the lengths of the items lead to the very end. */
function areItems(body: ByteReader): boolean {
  let at = 0;
  while (at + 1 < body.remaining) at += 2 + (body.peek(at + 1) ?? 0);
  return at === body.remaining;
}

/** Eight sensors, two bytes each: tenths of a degree with a bit for the sign, 0xffff where there is no sensor. */
const temperatures: Read = (value, told, length) => {
  for (let sensor = 1; sensor <= length / 2; sensor += 1) {
    const bits = value.u16();
    if (bits !== 0xffff) told[`temperature${sensor}C`] = ((bits & 0x7fff) / 10) * (bits > 0x7fff ? -1 : 1);
  }
};

/** Sensors by radio: number, address, degrees, humidity, each of these as a whole and 255ths. */
const RADIO_SENSOR_BYTES = 11;
const hundred = (value: ByteReader): number => {
  const whole = value.i8();
  const part = value.u8() / 255;
  return Math.round((whole < 0 ? whole - part : whole + part) * 10) / 10;
};
const radioSensors: Read = (value, told) => {
  while (value.remaining >= RADIO_SENSOR_BYTES) {
    const sensor = value.u8();
    value.skip(6);
    told[`temperature${sensor}C`] = hundred(value);
    told[`humidity${sensor}Percent`] = hundred(value);
  }
};

/** Tyres: number, three bytes of the sensor, fortieths of a bar in ten bits, degrees above -50, state. */
const TYRE_BYTES = 8;
const tyres: Read = (value, told) => {
  while (value.remaining >= TYRE_BYTES) {
    const tyre = value.u8();
    value.skip(3);
    told[`tyre${tyre}PressureKpa`] = (value.u16() & 0x3ff) * 2.5;
    told[`tyre${tyre}TemperatureC`] = value.u8() - 50;
    value.skip(1);
  }
};

/** Locks by radio: address, thousandths of a volt, "1" where it is sealed, two bytes of no use. */
const LOCK_BYTES = 11;
const locks: Read = (value, told) => {
  for (let lock = 1; value.remaining >= LOCK_BYTES; lock += 1) {
    told[`lock${lock}Id`] = value.hex(6);
    told[`lock${lock}BatteryV`] = value.u16() / 1000;
    told[`lock${lock}Sealed`] = value.u8() === 0x31;
    value.skip(2);
  }
};

const OWN_LOCK_BYTES = 13;
function ownLocks(value: ByteReader, told: Told): void {
  const count = value.u8();
  for (let lock = 1; lock <= count && value.remaining >= OWN_LOCK_BYTES; lock += 1) {
    told[`lock${lock}Id`] = value.hex(5);
    const card = value.hex(5);
    if (!/^0*$/.test(card)) told.driverTag = card;
    told[`lock${lock}BatteryPercent`] = Math.min(100, value.u8());
    told[`lock${lock}State`] = value.u16();
  }
}

/** Of some makers the battery, of others who drives. */
const batteryOrDriver: Read = (value, told, length) => {
  if (length === 1) percent(value, told, length);
  else if (length === 4) {
    const tag = value.u32();
    if (tag !== 0) told.driverTag = String(tag);
  }
};

/** Bits of item 0x57, from the lowest on. */
const HARSH = [
  [8, 'hardAcceleration'],
  [9, 'hardBraking'],
  [10, 'hardCornering'],
] as const;
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

/** Events of item 0x60 that say who opened a lock: its address, then eight characters. */
const [FIRST_OPENING, LAST_OPENING] = [0x61, 0x66];
const CARD_BYTES = 8;

/** Item 0xe8 of cameras, by a number of two bytes: the supply, or something that happened. */
const [CAMERA_SUPPLY, IGNITION_ON, IGNITION_OFF] = [0x2003, 0x0c03, 0x0c04];
const LOCK_STATE_BYTES = 3;
const camera: Read = (value, told, length) => {
  if (length <= LOCK_STATE_BYTES) return;
  const code = value.u16();
  const alarm = cameraAlarm(code);
  if (alarm !== undefined) told.alarms.push(alarm);
  if (code === IGNITION_ON || code === IGNITION_OFF) told.ignition = code === IGNITION_ON;
  if (code !== CAMERA_SUPPLY) return;
  value.skip(1);
  told.charging = value.u8() === 1;
  // Of six steps.
  const step = value.u8();
  if (step >= 1 && step <= 6) told.batteryPercent = Math.floor((step * 100) / 6);
  told.batteryV = value.u16() / 100;
  told.rssi = value.u8();
  told.powerV = value.u16() / 100;
};

/** Item 0xfe of some makers: 0x7c, then items of their own, of which 1 has bits of alarms. */
const OWN_ITEMS = 0x7c;
const OWN_ALARMS = ['hardAcceleration', 'hardBraking', 'hardCornering', 'accident', 'tampering'] as const;
const ownItems: Read = (value, told) => {
  if (value.u8() !== OWN_ITEMS) return;
  while (value.remaining >= 2) {
    const item = value.u8();
    const next = value.u8();
    if (item !== 1 || next !== 4) value.skip(Math.min(next, value.remaining));
    else {
      const bits = value.u32();
      told.alarms.push(...OWN_ALARMS.filter((_, bit) => has(bits, bit)));
    }
  }
};

/** A byte, IMEI, SIM card. */
const OWNER_BYTES = 19;
/** States of the battery in item 0xf7: it is charged, it is full. */
const CHARGED_STATES: ReadonlySet<number> = new Set([2, 3]);

/** By number: 0x01 to 0x31 of the standard, the others of makers who agree with each other. */
const ITEMS: Readonly<Record<number, Read>> = {
  // Tenths of kilometres and of litres.
  0x01(value, told, length) {
    if (length === 4) told.odometerM = value.u32() * 100;
  },
  // With the first bit a level, not litres.
  0x02(value, told, length) {
    if (length !== 2) return;
    const level = value.u16();
    if (level < 0x8000) told.fuelL = level / 10;
    else if ((level & 0x7fff) <= 100) told.fuelPercent = level & 0x7fff;
  },
  0x03: numberOf(2, 'recorderSpeedKph', 10),
  0x06: numberOf(1, 'batteryPercent'),
  0x25: numberOf(4, 'vehicleSignals'),
  0x30: number('rssi'),
  0x31: number('satellites'),
  // Tenths of the battery, and a second byte: of some makers its percent, else no more than 1.
  0x56(value, told, length) {
    if (length !== 2) return;
    const [tenths, share] = [Math.min(10, value.u8()) * 10, value.u8()];
    told.batteryPercent = share > 1 && share <= 100 && Math.abs(share - tenths) <= 10 ? share : tenths;
  },
  0x57(value, told, length) {
    if (length < 2) return;
    const bits = value.u16();
    told.alarms.push(...HARSH.flatMap(([bit, alarm]) => (has(bits, bit) ? [alarm] : [])));
  },
  0x60(value, told, length) {
    if (length < 2) return;
    const event = value.u16();
    told.event = event;
    if (event < FIRST_OPENING || event > LAST_OPENING || length < 16) return;
    // Of some makers the address has a byte more.
    value.skip(length - 2 - CARD_BYTES);
    text('driverTag')(value, told, CARD_BYTES);
  },
  0x51: temperatures,
  0x61: number('powerV', 100),
  0x63: locks,
  // Assistance of cameras, and the driver.
  0x64(value, told) {
    told.adasAlarm = roadAlarm(value).type;
  },
  0x65(value, told) {
    const { type, alarms } = driverAlarm(value);
    told.dmsAlarm = type;
    told.alarms.push(...alarms);
  },
  // Hundredths of a percent.
  0x68: numberOf(2, 'batteryPercent', 100),
  0x69: number('batteryV', 100),
  0x70(value, told) {
    told.alarms.push(...drivingAlarm(value).alarms);
  },
  0x77: tyres,
  // Of the engine, by OBD.
  0x80: number('obdSpeedKph'),
  0x81: number('engineRpm'),
  0x82: number('powerV', 10),
  0x83: number('engineLoadPercent'),
  0x84: degreesC('coolantTemperatureC'),
  0x86: degreesC('intakeTemperatureC'),
  0x87: numberOf(2, 'airFlow'),
  0x88: number('intakePressureKpa'),
  0x89: number('throttlePercent'),
  0x8b: text('vin'),
  0x8c(value, told, length) {
    if (length === 4) told.obdOdometerM = value.u32() * 100;
  },
  0x8d(value, told, length) {
    if (length === 2) told.tripM = value.u16() * 1000;
  },
  0x8e: numberOf(1, 'fuelPercent'),
  0x91(value, told) {
    Object.assign(told, engineBlock(value));
  },
  0x94: text('vin'),
  0xa0: text('faultCodes'),
  0xac: numberOf(4, 'odometerM'),
  0xbc: text('driver'),
  0xbd: text('driverTag'),
  // The SIM card: of two makers.
  0xcc: text('iccid'),
  0xf1(value, told, length) {
    if (length === 20) text('iccid')(value, told, length);
    if (length === 4) told.powerV = value.u32() / 1000;
  },
  0xd0(value, told, length) {
    if (length === 4 && has(value.u32(), 3)) told.alarms.push('vibration');
  },
  0xd3: number('powerV', 10),
  0xd4: batteryOrDriver,
  // Volts of the battery, or the locks that it opens: how many, then of each five bytes of address and card, percent, state.
  0xd5(value, told, length) {
    if (length === 2) told.batteryV = value.u16() / 100;
    else if (length > OWN_LOCK_BYTES) ownLocks(value, told);
  },
  // A line that was cut, and states of a lock: bit 2 moves.
  0xda(value, told, length) {
    if (length < 3) return;
    value.skip(2);
    told.motion = has(value.u8(), 2);
  },
  0xe1(value, told, length) {
    if (length === 2) told.powerV = value.u16() / 10;
    else batteryOrDriver(value, told, length);
  },
  // Tenths of litres.
  0xe2: numberOf(4, 'fuelL', 10),
  0xe3(value, told, length) {
    if (length !== 6) return;
    value.skip(1);
    percent(value, told, length);
    told.batteryV = value.u16() / 100;
  },
  // 0 where it is charged, percent.
  0xe4(value, told, length) {
    if (length !== 2) return;
    told.charging = value.u8() === 0;
    percent(value, told, length);
  },
  0xe5(value, told, length) {
    if (length === 1) told.motion = value.u8() === 1;
  },
  0xe6(value, told, length) {
    const content = value.text(length);
    const engine = engineText(content);
    if (engine !== null) Object.assign(told, engine);
    else if (length % RADIO_SENSOR_BYTES === 0) {
      value.offset -= length;
      radioSensors(value, told, length);
    }
  },
  // Bit 0 a knock, bits 1 to 3 buttons.
  0xe7(value, told, length) {
    if (length !== 8) return;
    const bits = value.u16();
    if (has(bits, 0)) told.alarms.push('vibration');
    if ((bits & 0b1110) !== 0) told.alarms.push('sos');
  },
  0xe8: camera,
  0xe9: batteryOrDriver,
  0xeb: readInner,
  0xed: text('card'),
  // Signal, thousandths of a volt of the vehicle and of the battery, satellites.
  0xee(value, told, length) {
    if (length !== 6) return;
    told.rssi = value.u8();
    told.powerV = value.u16() / 1000;
    told.batteryV = value.u16() / 1000;
    told.satellites = value.u8();
  },
  0xf2: text('firmware'),
  0xf3(value, told) {
    Object.assign(told, engineItems(value));
  },
  0xf5: numberOf(2, 'light'),
  // Tenths of humidity, or thousandths of a volt, state, percent.
  0xf7(value, told, length) {
    if (length === 2) told.humidityPercent = value.u16() / 10;
    if (length < 4) return;
    told.batteryV = value.u32() / 1000;
    if (length >= 5) told.charging = CHARGED_STATES.has(value.u8());
    if (length >= 6) percent(value, told, length);
  },
  // Why, a mask, and what it names: light, tenths of a degree and of humidity, the axes of the accelerometer, and more.
  0xf6(value, told, length) {
    if (length < 4) return;
    value.skip(1);
    const mask = value.u8();
    if (has(mask, 0)) told.light = value.u16();
    if (has(mask, 1)) told.temperature1C = value.i16() / 10;
    if (has(mask, 2)) told.humidityPercent = value.u16() / 10;
    if (!has(mask, 3)) return;
    for (const axis of ['X', 'Y', 'Z']) told[`acceleration${axis}Mg`] = value.i16();
  },
  // Tenths of a degree above -50; of those for persons, which say whether they move, steps. Longer: IMEI and SIM card.
  0xf8(value, told, length) {
    if (length === 2 && told.motion !== undefined) told.steps = value.u16();
    else if (length === 2) told.temperature2C = Math.round(value.u16() - 500) / 10;
    if (length < OWNER_BYTES) return;
    value.skip(9);
    const card = value.hex(10);
    if (/^89[0-9a-f]{18}$/.test(card)) told.iccid = card.replace(/f+$/, '');
  },
  0xfe(value, told, length) {
    if (length === 1) percent(value, told, length);
    else if (length === 2) told.powerV = value.u16() / 10;
    else if (length === 4) told.odometerM = value.u32();
    else ownItems(value, told, length);
  },
};
