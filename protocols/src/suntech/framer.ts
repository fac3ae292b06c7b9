import { isTextBlank, type Measure, MORE, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { COMPACT_AROUND_BYTES, COMPACT_BYTES, COMPACT_START } from './compact.ts';

/** The longest known messages carry what a device behind the tracker says. */
export const MAX_FRAME_BYTES = 2048;

/** Types of reports as bytes: status and alert. */
export const BINARY_STARTS: ReadonlySet<number> = new Set([0x81, 0x82]);
const END = 0x0d;

const isCapital = (byte: number) => byte >= 0x41 && byte <= 0x5a;
const isBinary = (byte: number) => BINARY_STARTS.has(byte) || byte === COMPACT_START;
const isStart = (byte: number) => isCapital(byte) || isBinary(byte);

const measure: Measure = (bytes, at, end) => {
  const start = bytes[at] ?? 0;
  if (isBinary(start)) {
    if (end - at < 3) return MORE;
    const isCompact = start === COMPACT_START;
    const length = (isCompact ? COMPACT_AROUND_BYTES : 3) + ((bytes[at + 1] ?? 0) << 8) + (bytes[at + 2] ?? 0);
    if (length > MAX_FRAME_BYTES || (isCompact && length !== COMPACT_BYTES)) return untilStart(bytes, at, end, isStart);
    return length <= end - at ? length : MORE;
  }
  if (!isCapital(start)) return untilStart(bytes, at, end, isStart);
  const close = bytes.subarray(at, end).indexOf(END);
  return close < 0 ? MORE : close + 1;
};

export const newSuntechFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
