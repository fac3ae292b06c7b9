import type { ByteReader } from '../tools/bytes.ts';
import { troubleCode } from '../tools/diagnosis.ts';
import type { Attributes } from '../types.ts';

/** Engine parameters by their numbers, and their sizes in bytes; the values are in plain units. */
const NAMES: Readonly<Record<number, string>> = {
  0x04: 'engineLoadPercent',
  0x05: 'coolantC',
  0x0b: 'intakePressureKpa',
  0x0c: 'engineRpm',
  0x0d: 'obdSpeedKph',
  0x0f: 'intakeC',
  0x11: 'throttlePercent',
  0x2f: 'fuelPercent',
};
const ONE = new Set([
  0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0b, 0x0d, 0x0e, 0x0f, 0x11, 0x12, 0x13, 0x1c, 0x1d, 0x1e, 0x2c, 0x2d, 0x2e,
  0x2f, 0x30, 0x33, 0x43, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x4b, 0x4c, 0x51, 0x52, 0x5a,
]);
const FOUR = new Set([
  0x00, 0x01, 0x20, 0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x2b, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x3b,
  0x40, 0x41, 0x4f,
]);

/**
 * Reads ignition time, current time, total metres and metres since ignition, hundredths of litres, state, eight other
 * bytes.
 */
export function readStatus(body: ByteReader): { deviceTime: Date | null; reported: Attributes; state: number } {
  body.skip(4);
  const seconds = body.u32le();
  const [odometerM, tripM, fuel] = [body.u32le(), body.u32le(), body.u32le()];
  body.skip(2);
  const state = body.u32le();
  body.skip(8);
  return {
    deviceTime: seconds === 0 ? null : new Date(seconds * 1000),
    reported: { odometerM, tripM, fuelUsedL: fuel / 100 },
    state,
  };
}

/** Reads the numbers of the parameters, then their values; some messages add the number of rows and their length. */
export function readParameters(body: ByteReader, inRows: boolean, reported: Attributes): void {
  const count = body.u8();
  const numbers: number[] = [];
  for (let index = 0; index < count; index += 1) numbers.push(body.u16le() & 0xff);
  if (inRows) body.skip(2);
  for (const number of numbers) {
    const value = FOUR.has(number) ? body.u32le() : ONE.has(number) ? body.u8() : body.u16le();
    const name = NAMES[number];
    if (name !== undefined) reported[name] = value;
  }
}

/** Reads trouble codes: 0 if they are stored, their count, each with its system in the highest two bits. */
export function readTroubleCodes(body: ByteReader, reported: Attributes): void {
  body.skip(1);
  const codes: string[] = [];
  for (let left = body.u8(); left > 0 && body.remaining >= 2; left -= 1) {
    codes.push(troubleCode(body.u16le()));
  }
  if (codes.length > 0) reported.troubleCodes = codes;
}
