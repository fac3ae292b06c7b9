import type { ByteReader } from '../tools/bytes.ts';
import type { AlarmCode, Attributes } from '../types.ts';

type Told = Attributes & { alarms: AlarmCode[] };

/** The further items of a location: number, length, value. What is cut off or of another length is left out. */
export function readItems(body: ByteReader): Told {
  const told: Told = { alarms: [] };
  while (body.remaining >= 2) {
    const number = body.u8();
    const length = Math.min(body.u8(), body.remaining);
    const read = ITEMS[number];
    if (read === undefined) body.skip(length);
    else within(body, length, () => read(body, told, length));
  }
  return told;
}

/** Reads the next bytes as if there were no others, and goes on behind them. A reader for each would cost as much again. */
function within(body: ByteReader, length: number, read: () => void): void {
  const { end } = body;
  const next = body.offset + length;
  body.end = next;
  read();
  body.end = end;
  body.offset = next;
}

type Read = (value: ByteReader, told: Told, length: number) => void;

/** A number of one to four bytes, divided. */
const number =
  (name: string, divisor = 1): Read =>
  (value, told, length) => {
    if (length >= 1 && length <= 4) told[name] = value.readUint(length) / divisor;
  };

/** A text of printable ASCII; makers fill it up with zeros or blanks. */
const text =
  (name: string): Read =>
  (value, told, length) => {
    const content = value.text(length).replaceAll('\0', ' ').trim();
    if (/^[\x21-\x7e]+$/.test(content)) told[name] = content;
  };

/** A byte of degrees above -40. */
const degreesC =
  (name: string): Read =>
  (value, told, length) => {
    if (length === 1) told[name] = value.u8() - 40;
  };

/** Eight sensors, two bytes each: tenths of a degree with a bit for the sign, 0xffff where there is no sensor. */
const temperatures: Read = (value, told, length) => {
  for (let sensor = 1; sensor <= length / 2; sensor += 1) {
    const bits = value.u16();
    if (bits !== 0xffff) told[`temperature${sensor}C`] = ((bits & 0x7fff) / 10) * (bits > 0x7fff ? -1 : 1);
  }
};

const percent: Read = (value, told) => {
  const share = value.u8();
  if (share <= 100) told.batteryPercent = share;
};

/** By number: 0x01 to 0x31 of the standard, the others of makers who agree with each other. */
const ITEMS: Readonly<Record<number, Read>> = {
  // Tenths of kilometres and of litres.
  0x01(value, told, length) {
    if (length === 4) told.odometerM = value.u32() * 100;
  },
  0x02: number('fuelL', 10),
  0x30: number('rssi'),
  0x31: number('satellites'),
  // Tenths of the battery, and a second byte for its state.
  0x56(value, told, length) {
    if (length === 2) told.batteryPercent = Math.min(10, value.u8()) * 10;
  },
  0x51: temperatures,
  0x61: number('powerV', 100),
  0x69: number('batteryV', 100),
  // Of the engine, by OBD.
  0x80: number('obdSpeedKph'),
  0x81: number('engineRpm'),
  0x82: number('powerV', 10),
  0x83: number('engineLoadPercent'),
  0x84: degreesC('coolantTemperatureC'),
  0x86: degreesC('intakeTemperatureC'),
  0x88: number('intakePressureKpa'),
  0x89: number('throttlePercent'),
  0x8b: text('vin'),
  0x8c(value, told, length) {
    if (length === 4) told.obdOdometerM = value.u32() * 100;
  },
  // The SIM card: of two makers.
  0xcc: text('iccid'),
  0xf1(value, told, length) {
    if (length === 20) text('iccid')(value, told, length);
  },
  0xd3: number('powerV', 10),
  0xd4: percent,
  // Of some makers the battery, of others who drives.
  0xe1(value, told, length) {
    if (length === 1) percent(value, told, length);
    else if (length === 4) {
      const tag = value.u32();
      if (tag !== 0) told.driverTag = String(tag);
    }
  },
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
  0xeb: (value, told) => readInner(value, told),
  // Thousandths of a volt, state, percent.
  0xf7(value, told, length) {
    if (length < 6) return;
    told.batteryV = value.u32() / 1000;
    told.charging = value.u8() === 2;
    percent(value, told, length);
  },
  0xfe: number('powerV', 10),
};

/** Items within item 0xeb: length of what follows, number of two bytes, value. Bits of states are 0 where they are so. */
function readInner(body: ByteReader, told: Told): void {
  while (body.remaining >= 4) {
    const length = Math.min(body.u16(), body.remaining);
    if (length < 3) body.skip(length);
    else within(body, length, () => readInnerItem(body, told, length));
  }
}

const isSo = (bit: number, bits: number) => ((bits >>> bit) & 1) === 0;

function readInnerItem(value: ByteReader, told: Told, length: number): void {
  switch (value.u16()) {
    case 0x002d:
      if (length === 4) told.batteryV = value.u16() / 1000;
      else if (length === 6) told.powerV = value.u32() / 1000;
      break;
    case 0x0089: {
      const bits = length >= 6 ? value.u32() : 0xffff_ffff;
      if (isSo(0, bits)) told.alarms.push('powerCut');
      if (isSo(12, bits)) told.alarms.push('removing');
      break;
    }
    case 0x00a8:
      percent(value, told, length);
      break;
    case 0x00c5:
      if (length >= 6 && isSo(6, value.u32())) told.alarms.push('vibration');
      break;
    case 0x00ce:
      if (length === 4) told.powerV = value.u16() / 100;
      break;
  }
}
