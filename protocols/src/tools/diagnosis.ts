/** OBD data of a vehicle (SAE J1979). */
import type { Attributes } from '../types.ts';

type Read = (first: number, second: number) => readonly [name: string, value: number];

/** Current data (service 01) by parameter number. */
const CURRENT_DATA: Readonly<Record<number, Read>> = {
  0x04: (first) => ['engineLoadPercent', Math.round((first * 100) / 255)],
  0x05: (first) => ['coolantTemperatureC', first - 40],
  0x0b: (first) => ['intakePressureKpa', first],
  0x0c: (first, second) => ['engineRpm', (first * 256 + second) / 4],
  0x0d: (first) => ['obdSpeedKph', first],
  0x0f: (first) => ['intakeTemperatureC', first - 40],
  0x10: (first, second) => ['airFlowGPerS', (first * 256 + second) / 100],
  0x11: (first) => ['throttlePercent', Math.round((first * 100) / 255)],
  0x1f: (first, second) => ['engineRunS', first * 256 + second],
  0x21: (first, second) => ['faultDistanceKm', first * 256 + second],
  0x2f: (first) => ['fuelPercent', Math.round((first * 100) / 255)],
  0x31: (first, second) => ['clearedDistanceKm', first * 256 + second],
  0x33: (first) => ['airPressureKpa', first],
  0x42: (first, second) => ['controlModuleV', (first * 256 + second) / 1000],
  0x46: (first) => ['outsideTemperatureC', first - 40],
  0x5c: (first) => ['oilTemperatureC', first - 40],
  0x5e: (first, second) => ['fuelLPerHour', (first * 256 + second) / 20],
};

/** Returns name and value of current data by its first two bytes; undefined for an unknown parameter. */
export function currentData(number: number, first: number, second: number): ReturnType<Read> | undefined {
  return CURRENT_DATA[number]?.(first, second);
}

/** Parameters with two bytes of data; all others that are read have one. */
const TWO_BYTES: ReadonlySet<number> = new Set([0x0c, 0x10, 0x1f, 0x21, 0x31, 0x42, 0x5e]);

/** Reads current data of many parameters, in sequence, up to the first with an unknown length. */
export function currentDataRun(bytes: Uint8Array): Attributes {
  const attributes: Attributes = {};
  for (let at = 0; at < bytes.length;) {
    const [number = 0, first, second = 0] = bytes.subarray(at, at + 3);
    const length = TWO_BYTES.has(number) ? 2 : 1;
    const value = first === undefined || at + length >= bytes.length ? undefined : currentData(number, first, second);
    if (value === undefined) break;
    attributes[value[0]] = value[1];
    at += 1 + length;
  }
  return attributes;
}

const SYSTEMS = 'PCBU';

/**
 * Returns a trouble code: two bits of the system (powertrain, chassis, body, network), a digit of 0 to 3, and three
 * hexadecimal digits.
 */
export function troubleCode(code: number): string {
  return `${SYSTEMS[code >> 14] ?? ''}${(code & 0x3fff).toString(16).toUpperCase().padStart(4, '0')}`;
}
