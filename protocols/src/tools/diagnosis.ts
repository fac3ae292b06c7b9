/** What a vehicle's diagnosis says (SAE J1979). */

type Read = (first: number, second: number) => readonly [name: string, value: number];

/** Current data (service 01) by the number of what was asked. */
const CURRENT_DATA: Readonly<Record<number, Read>> = {
  0x04: (first) => ['engineLoadPercent', Math.round((first * 100) / 255)],
  0x05: (first) => ['coolantTemperatureC', first - 40],
  0x0c: (first, second) => ['engineRpm', (first * 256 + second) / 4],
  0x0d: (first) => ['obdSpeedKph', first],
  0x11: (first) => ['throttlePercent', Math.round((first * 100) / 255)],
  0x2f: (first) => ['fuelPercent', Math.round((first * 100) / 255)],
};

/** Name and value of current data by its first two bytes; undefined where it is none of those known. */
export function currentData(number: number, first: number, second: number): ReturnType<Read> | undefined {
  return CURRENT_DATA[number]?.(first, second);
}

const SYSTEMS = 'PCBU';

/** A trouble code: two bits of the system (powertrain, chassis, body, network), a digit of 0 to 3, three hexadecimal ones. */
export function troubleCode(code: number): string {
  return `${SYSTEMS[code >> 14] ?? ''}${(code & 0x3fff).toString(16).toUpperCase().padStart(4, '0')}`;
}
