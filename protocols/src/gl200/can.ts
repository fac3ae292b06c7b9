import { hexadecimalIfAny } from '../tools/fields.ts';
import type { Attributes } from '../types.ts';

type Read = (text: string, reported: Attributes) => void;

const skip: Read = () => undefined;
const number =
  (name: string, factor = 1): Read =>
  (text, reported) => {
    const value = Number(text) * factor;
    if (Number.isFinite(value)) reported[name] = value;
  };
const bits =
  (name: string): Read =>
  (text, reported) => {
    const value = Number.parseInt(text, 16);
    if (Number.isFinite(value)) reported[name] = value;
  };

/**
 * The parts of a CAN bus report, one field for each set bit of its mask, from the lowest bit on; but rpm (bit 5) comes
 * before the speed (bit 4).
 */
const PARTS: readonly (readonly [bit: number, read: Read])[] = [
  [0, (text, reported) => (reported.vin = text)],
  [1, (text, reported) => (reported.ignition = Number(text) > 0)],
  // "H" for hundreds of metres of the vehicle itself, "I" for kilometres that the device counted by its pulses.
  [2, (text, reported) => number('obdOdometerM', text.startsWith('H') ? 100 : 1000)(text.slice(1), reported)],
  [3, number('fuelUsedL')],
  [5, number('engineRpm')],
  [4, number('obdSpeedKph')],
  [6, number('coolantC')],
  [7, (text, reported) => text.startsWith('L/H') && number('fuelLPerHour')(text.slice(3), reported)],
  [8, (text, reported) => number(text.startsWith('P') ? 'fuelPercent' : 'fuelL')(text.slice(1), reported)],
  [9, number('rangeM', 100)],
  [10, number('throttlePercent')],
  [11, number('engineHoursS', 3600)],
  [12, number('drivingS', 3600)],
  [13, number('idlingS', 3600)],
  [14, number('idlingFuelL')],
  [15, number('axleWeightKg')],
  [16, bits('tachograph')],
  [17, bits('indicators')],
  [18, bits('lights')],
  [19, bits('doors')],
  ...Array.from({ length: 9 }, (_, index): readonly [number, Read] => [20 + index, skip]),
];

/**
 * Reads the fields of a CAN report from its mask on. An empty field has no value, nor does a report without a mask.
 */
export function canParts(fields: readonly string[], at: number, end: number, reported: Attributes): void {
  const mask = hexadecimalIfAny(fields[at]) ?? 0;
  let next = at + 1;
  for (const [bit, read] of PARTS) {
    if (((mask >>> bit) & 1) === 0) continue;
    if (next >= end) return;
    const field = fields[next++] ?? '';
    if (field !== '') read(field, reported);
  }
}

/**
 * Reads a report of the engine: type, mask, vehicle number, connected, millivolts, supported codes, rpm, km/h, °C,
 * consumption, four fields of trouble codes and their number, codes, throttle, load, fuel in percent.
 */
export function engineReport(fields: readonly string[], at: number, end: number): Attributes {
  const reported: Attributes = {};
  const read = (ahead: number, name: string) => {
    const text = at + ahead < end ? (fields[at + ahead] ?? '') : '';
    if (text !== '') number(name)(text, reported);
  };
  const vin = fields[at + 2] ?? '';
  if (vin !== '') reported.vin = vin;
  const millivolts = Number(at + 4 < end ? fields[at + 4] : '');
  if (millivolts > 0) reported.powerV = millivolts / 1000;
  read(6, 'engineRpm');
  read(7, 'obdSpeedKph');
  read(8, 'coolantC');
  read(15, 'throttlePercent');
  read(16, 'engineLoadPercent');
  read(17, 'fuelPercent');
  return reported;
}
