import { type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** Digits that some firmware writes before each packet. */
export const IMEI_BYTES = 15;
/** The number of the device and how many bytes the packet has. */
const HEAD_BYTES = 3;
/** A picture's packet is the smallest, an answer to a command the largest. */
const [LEAST_BYTES, MOST_BYTES] = [16, 0x84];
export const MAX_FRAME_BYTES = IMEI_BYTES + MOST_BYTES;

const isDigit = (byte = 0) => byte >= 0x30 && byte <= 0x39;

/** Whether an IMEI stands there. The number of a device may look like two digits, all of a packet never like fifteen. */
export function startsWithImei(bytes: Uint8Array, at: number): boolean {
  for (let index = at; index < at + IMEI_BYTES; index += 1) if (!isDigit(bytes[index])) return false;
  return true;
}

const measure: Measure = (bytes, at, end) => {
  if (at + IMEI_BYTES > end) return MORE;
  const begin = startsWithImei(bytes, at) ? at + IMEI_BYTES : at;
  if (begin + HEAD_BYTES > end) return MORE;
  const size = bytes[begin + 2] ?? 0;
  if (size < LEAST_BYTES || size > MOST_BYTES) return untilStart(bytes, at, end, () => true);
  return begin + size > end ? MORE : begin + size - at;
};

export const newAdmFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
