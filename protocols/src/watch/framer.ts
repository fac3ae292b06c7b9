import { isTextBlank, type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';

/** Voice messages come in pieces of up to some kilobytes. */
export const MAX_FRAME_BYTES = 32_768;

const START = 0x5b; // [
const END = 0x5d; // ]
const STAR = 0x2a; // *
/** Before the content: "[", two letters, identity, sometimes a number, length. */
const MAX_HEAD_BYTES = 40;

const isStart = (byte: number) => byte === START;

/** The header of a frame, before its content. */
export interface Head {
  maker: string;
  identity: string;
  /** The message number in models that use one; the answer repeats it. */
  number: string | null;
  /** Offset and length of the content. */
  content: number;
  length: number;
}

/** The header of the frame at `at`: null if it is not one, MORE if it is incomplete. */
export function readHead(bytes: Uint8Array, at: number, end: number): Head | typeof NEEDS_MORE_BYTES | null {
  const parts: string[] = [];
  let part = '';
  for (let index = at + 1; index < Math.min(end, at + MAX_HEAD_BYTES); index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte !== STAR) {
      part += String.fromCharCode(byte);
      continue;
    }
    parts.push(part);
    part = '';
    const [maker = '', identity = '', third = '', fourth] = parts;
    // "ZJ" numbers its messages: the length comes after the number.
    const numbered = maker === 'ZJ';
    if (parts.length < (numbered ? 4 : 3)) continue;
    const length = (numbered ? fourth : third) ?? '';
    if (!/^[A-Z0-9]{2}$/i.test(maker) || !/^\d+$/.test(identity) || !/^[0-9a-f]{4}$/i.test(length)) return null;
    const number = numbered ? third : null;
    return { maker, identity, number, content: index + 1, length: Number.parseInt(length, 16) };
  }
  return end - at < MAX_HEAD_BYTES ? NEEDS_MORE_BYTES : null;
}

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  const head = readHead(bytes, at, end);
  if (head === NEEDS_MORE_BYTES) return NEEDS_MORE_BYTES;
  if (head === null) return untilStart(bytes, at, end, isStart);
  const close = head.content + head.length;
  if (close >= end) return NEEDS_MORE_BYTES;
  if (bytes[close] === END) return close + 1 - at;
  // If the length is wrong, the bracket decides.
  const bracket = bytes.subarray(head.content, end).indexOf(END);
  return bracket < 0 ? NEEDS_MORE_BYTES : head.content + bracket + 1 - at;
};

export const newWatchFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank);
