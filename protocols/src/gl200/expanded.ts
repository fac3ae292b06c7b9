import { hexadecimalIfAny } from '../tools/fields.ts';
import type { Attributes } from '../types.ts';
import { canParts } from './can.ts';
import { isWhole } from './places.ts';

/** Bits of the mask of an expanded report: the devices connected to the tracker whose data it contains. */
const FUEL_SENSOR = 1 << 0;
const ONE_WIRE = 1 << 1;
const CAN = 1 << 2;
const FUEL_PERCENT = 1 << 3;
const FUEL_LITRES = 1 << 4;
const BEACONS = 1 << 8;
/** Resolution of a 1-wire thermometer. */
const CELSIUS_A_STEP = 0.0625;
/** Bits of a beacon's mask that have a field each, as far as they are reported. */
const BEACON_FIELDS = 15;

/** Reads the fields after the state and the type of the serial port. Stops at the first unknown one. */
export function expandedTail(
  fields: readonly string[],
  from: number,
  end: number,
  { mask, model, reported }: { mask: number; model: string; reported: Attributes },
): void {
  let at = from;
  const byCount = model === 'GV350M';
  if ((mask & FUEL_SENSOR) !== 0 && !byCount) at += 1;
  if ((mask & ONE_WIRE) !== 0) {
    const count = isWhole(fields[at], 19) ? Number(fields[at]) : 0;
    at += 1;
    for (let index = 1; index <= count && at + 2 < end; index += 1, at += 3) {
      const steps = fields[at + 2] ?? '';
      const value = steps.length === 4 ? hexadecimalIfAny(steps) : undefined;
      if (value !== undefined) reported[`temperature${index}C`] = ((value << 16) >> 16) * CELSIUS_A_STEP;
    }
  }
  if ((mask & CAN) !== 0) {
    if ((fields[at + 1] ?? '').length >= 5 && at + 1 < end) {
      // The device's own knowledge of the ignition takes precedence.
      const { ignition } = reported;
      canParts(fields, at + 1, end, reported);
      if (ignition !== undefined) reported.ignition = ignition;
    }
    return;
  }
  if ((mask & (FUEL_PERCENT | FUEL_LITRES)) !== 0 || ((mask & FUEL_SENSOR) !== 0 && byCount)) {
    at = fuelSensors(fields, at, end, { mask, byCount, reported });
  }
  if ((mask & BEACONS) !== 0 && model !== 'GL320M') beacons(fields, at, end, { model, reported });
}

function fuelSensors(
  fields: readonly string[],
  from: number,
  end: number,
  { mask, byCount, reported }: { mask: number; byCount: boolean; reported: Attributes },
): number {
  const count = isWhole(fields[from], 19) ? Number(fields[from]) : 0;
  let at = from + 1;
  for (let index = 0; index < count && at < end; index += 1) {
    at += byCount ? 2 : 1;
    if (byCount && (mask & FUEL_SENSOR) !== 0) at += 1;
    if ((mask & FUEL_PERCENT) !== 0) {
      const percent = Number(fields[at++]);
      if (percent >= 0 && percent <= 100) reported.fuelPercent = percent;
    }
    if ((mask & FUEL_LITRES) !== 0) {
      const litres = Number(fields[at++]);
      if (litres > 0) reported.fuelL = litres;
    }
  }
  return at;
}

/**
 * Reads the beacons. Each has an index, type, model, message, and a mask of its own, which selects name, address,
 * state, volts, °C, moisture, …
 */
function beacons(
  fields: readonly string[],
  from: number,
  end: number,
  { model, reported }: { model: string; reported: Attributes },
): void {
  const count = isWhole(fields[from], 19) ? Number(fields[from]) : 0;
  let at = from + 1;
  for (let index = 1; index <= count; index += 1) {
    at += model.startsWith('GV600M') ? 5 : 4;
    if (at >= end || !/^[0-9A-F]{1,4}$/.test(fields[at] ?? '')) return;
    const mask = hexadecimalIfAny(fields[at++]) ?? 0;
    for (let bit = 0; bit < BEACON_FIELDS; bit += 1) {
      if ((mask & (1 << bit)) === 0 || bit === 6) continue;
      const text = at < end ? (fields[at] ?? '') : '';
      at += 1;
      if (text === '') continue;
      if (bit === 1) reported[`tag${index}Id`] = text;
      else if (bit === 3 && isWhole(text, 9999)) reported[`tag${index}BatteryV`] = Number(text) / 1000;
      else if (bit === 4 && Number.isFinite(Number(text))) reported[`tag${index}TemperatureC`] = Number(text);
      else if (bit === 5 && isWhole(text, 100)) reported[`tag${index}HumidityPercent`] = Number(text);
    }
  }
}
