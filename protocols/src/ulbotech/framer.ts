import { changing, isTextBlank, MORE, newStreamFramer, unescaped, untilStart } from '../tools/stream-framer.ts';

export const MAX_FRAME_BYTES = 1024;

/** A byte at both ends of a report; inside, another and 0x00 or 0x0f stand for that other and for this one. */
export const MARK = 0xf8;
const [ESCAPE, MEANS_MARK] = [0xf7, 0x0f];
export const TEXT_START = 0x2a;
const TEXT_END = 0x23;
const isStart = (byte: number) => byte === MARK || byte === TEXT_START;

function measure(bytes: Uint8Array, at: number, end: number): number {
  const start = bytes[at] ?? 0;
  if (!isStart(start)) return untilStart(bytes, at, end, isStart);
  const close = bytes.subarray(at + 1, end).indexOf(start === MARK ? MARK : TEXT_END);
  if (close < 0) return MORE;
  // Two marks side by side are the end of one report, whose beginning is lost, and the beginning of the next.
  return close === 0 && start === MARK ? -1 : close + 2;
}

export const newUlbotechFramer = () =>
  changing(newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank), (frame) =>
    frame[0] === MARK ? unescaped(frame, ESCAPE, (byte) => (byte === MEANS_MARK ? MARK : ESCAPE)) : frame,
  );
