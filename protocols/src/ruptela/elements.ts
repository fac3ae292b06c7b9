import { unlessUnreadable } from '../tools/bad-frame.ts';
import { type ByteReader, toHex } from '../tools/bytes.ts';
import type { AlarmCode, Attributes } from '../types.ts';

/** Adds a value to the attributes; `signed` is the same value with a sign. */
type Read = (value: number, reported: Attributes, signed: number) => void;

const scaled =
  (name: string, multiply = 1, divide = 1): Read =>
  (value, reported) => {
    reported[name] = (value * multiply) / divide;
  };
const celsius =
  (name: string, divide = 10): Read =>
  (_value, reported, signed) => {
    reported[name] = signed / divide;
  };
const yes =
  (name: string): Read =>
  (value, reported) => {
    reported[name] = value > 0;
  };
const alarmIf =
  (alarm: AlarmCode, holds: (value: number) => boolean = (value) => value > 0): Read =>
  (value, reported) => {
    if (holds(value)) reported.alarm = [...(reported.alarm ?? []), alarm];
  };

/** Values by their number (list of input and output elements). */
const ELEMENTS: Readonly<Record<number, Read>> = {
  2: yes('input1'),
  3: yes('input2'),
  4: yes('input3'),
  5: yes('input4'),
  13: yes('motion'),
  20: scaled('analog3V', 1, 1000),
  21: scaled('analog4V', 1, 1000),
  22: scaled('analog1V', 1, 1000),
  23: scaled('analog2V', 1, 1000),
  27: (value, reported) => {
    if (value <= 31) reported.rssi = value;
  },
  29: scaled('powerV', 1, 1000),
  30: scaled('batteryV', 1, 1000),
  32: celsius('deviceC', 1),
  39: scaled('engineLoadPercent'),
  65: scaled('odometerM'),
  74: celsius('temperature4C'),
  78: celsius('temperature1C'),
  79: celsius('temperature2C'),
  80: celsius('temperature3C'),
  88: alarmIf('jamming'),
  94: scaled('engineRpm', 1, 4),
  95: scaled('obdSpeedKph'),
  98: scaled('fuelPercent', 100, 255),
  100: scaled('fuelLPerHour', 1, 20),
  134: alarmIf('hardBraking'),
  136: alarmIf('hardAcceleration'),
  150: scaled('operator'),
  163: scaled('odometerM', 5),
  164: scaled('tripM', 5),
  165: scaled('obdSpeedKph', 1, 256),
  166: scaled('engineRpm', 1, 8),
  170: yes('charging'),
  173: yes('motion'),
  197: scaled('engineRpm', 1, 8),
  205: scaled('fuelRaw'),
  207: scaled('fuelPercent', 4, 10),
  208: scaled('fuelUsedL', 1, 2),
  251: yes('ignition'),
  409: yes('ignition'),
  410: alarmIf('tow'),
  411: alarmIf('accident'),
  415: alarmIf('gpsAntennaCut', (value) => value === 0),
  645: scaled('obdOdometerM', 1000),
  758: alarmIf('tampering', (value) => value === 1),
};
/** An iButton. */
const TAG = 34;
/** Numbers of drivers' cards, sixteen characters in two values. */
const CARDS: readonly (readonly [first: number, second: number])[] = [
  [126, 127],
  [155, 156],
];
/** The number of a wireless tag, in two values. */
const RADIO_TAG = [760, 761] as const;
const SIZES = [1, 2, 4, 8] as const;

/**
 * Reads values of one byte, two, four and eight, each group with its count; `wide` numbers have two bytes. If the frame
 * ends within them, the values before are kept and nothing is left to read, since no later record can be located.
 */
export function readElements(reader: ByteReader, wide: boolean, reported: Attributes): void {
  const halves = new Map<number, Uint8Array>();
  const isWhole = unlessUnreadable(() => {
    readGroups(reader, wide, reported, halves);
    return true;
  });
  if (!isWhole) reader.offset = reader.end;
  for (const [first, second] of CARDS) {
    const text = lettersOf(halves.get(first)) + lettersOf(halves.get(second));
    if (text !== '') reported.driverTag = text;
  }
  const [first, second] = RADIO_TAG.map((number) => halves.get(number));
  if (first && second) reported.tag1Id = toHex(first) + toHex(second);
}

/** Throws FrameTooShort. */
function readGroups(reader: ByteReader, wide: boolean, reported: Attributes, halves: Map<number, Uint8Array>): void {
  for (const size of SIZES) {
    for (let left = reader.u8(); left > 0; left -= 1) {
      const number = wide ? reader.u16() : reader.u8();
      if (size === 8) {
        const bytes = reader.take(size);
        if (number === TAG) tag(bytes, reported);
        else halves.set(number, bytes);
        continue;
      }
      const value = reader.readUint(size);
      const signed = value >= 2 ** (8 * size - 1) ? value - 2 ** (8 * size) : value;
      ELEMENTS[number]?.(value, reported, signed);
    }
  }
}

function tag(bytes: Uint8Array, reported: Attributes): void {
  const text = toHex(bytes);
  if (!/^0*$/.test(text)) reported.driverTag = text;
}

const lettersOf = (bytes: Uint8Array | undefined): string => {
  let text = '';
  for (const byte of bytes ?? []) if (byte > 0x20 && byte < 0x7f) text += String.fromCharCode(byte);
  return text;
};
