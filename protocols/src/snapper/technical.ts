import type { ByteReader } from '../tools/bytes.ts';
import type { Attributes } from '../types.ts';

const ENTRY_BYTES = 5;
const [DEVICE, VEHICLE] = [0, 1];
/** Stands for an absent sensor. */
const NO_DEGREES = -128;

/**
 * Reads entries of a number, a type and three bytes. They contain tenths of volts, degrees and signal; degrees in the
 * cabin and of the engine. Three zeros precede the first measurement.
 */
export function technical(reader: ByteReader): Attributes {
  const attributes: Attributes = {};
  while (reader.remaining >= ENTRY_BYTES) {
    reader.skip(1);
    const type = reader.u8();
    const [first, second, third] = [reader.u8(), reader.i8(), reader.u8()];
    if (first === 0 && second === 0 && third === 0) continue;
    if (type === DEVICE) {
      attributes.powerV = first / 10;
      attributes.deviceTemperatureC = second;
      attributes.rssi = third;
    } else if (type === VEHICLE) {
      const cabin = (first << 24) >> 24;
      if (cabin !== NO_DEGREES) attributes.temperature1C = cabin;
      if (second !== NO_DEGREES) attributes.engineTemperatureC = second;
    }
  }
  return attributes;
}
