import { fromHex } from '../tools/bytes.ts';
import type { Attributes } from '../types.ts';

/** An answer of the engine to "show current data" (SAE J1979, service 01). */
const ANSWER = 0x41;

type Read = (first: number, second: number) => readonly [name: string, value: number];

/** By the number of what was asked. */
const READERS: Readonly<Record<number, Read>> = {
  0x04: (first) => ['engineLoadPercent', Math.round((first * 100) / 255)],
  0x05: (first) => ['coolantTemperatureC', first - 40],
  0x0c: (first, second) => ['engineRpm', (first * 256 + second) / 4],
  0x0d: (first) => ['obdSpeedKph', first],
  0x11: (first) => ['throttlePercent', Math.round((first * 100) / 255)],
  0x2f: (first) => ['fuelPercent', Math.round((first * 100) / 255)],
};

/** Answers of the engine in hex, each with its length before it. Others than those to questions of service 01 are passed by. */
export function readObd(hex: string): Attributes {
  const bytes = fromHex(hex);
  const attributes: Attributes = {};
  if (bytes === null) return attributes;
  for (let at = 0; at < bytes.length; at += 1 + (bytes[at] ?? 0)) {
    const length = bytes[at] ?? 0;
    const [service = 0, number = 0, first, second = 0] = bytes.subarray(at + 1, at + 1 + length);
    const read = service === ANSWER && first !== undefined ? READERS[number] : undefined;
    if (read === undefined || first === undefined) continue;
    const [name, value] = read(first, second);
    attributes[name] = value;
  }
  return attributes;
}
