import { newConversation } from '../tools/conversation.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import type { StreamProtocol } from '../types.ts';
import { read } from './read.ts';

const [START, LOGIN, DATA] = [0x47, 0x4c, 0x44];
/** The size of the login's head: two letters, an unknown letter, and the length of the IMEI. */
const LOGIN_HEAD_BYTES = 4;
/** The size of these fields: two letters, the number of records. */
const DATA_HEAD_BYTES = 3;
/** The greatest number of records, each of the greatest length. */
const MAX_FRAME_BYTES = DATA_HEAD_BYTES + 0xff * 0x100;
const IMEI_BYTES = 15;

const isStart = (byte: number) => byte === START;

/**
 * An identification, or records. After the IMEI follow a SIM card number and a firmware version whose lengths do not
 * match: both are discarded.
 */
const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (at + 1 >= end) return NEEDS_MORE_BYTES;
  if (bytes[at + 1] === LOGIN) {
    if (at + LOGIN_HEAD_BYTES > end) return NEEDS_MORE_BYTES;
    const length = LOGIN_HEAD_BYTES + IMEI_BYTES;
    if (bytes[at + 3] !== IMEI_BYTES) return untilStart(bytes, at, end, isStart);
    return at + length > end ? NEEDS_MORE_BYTES : length;
  }
  if (bytes[at + 1] !== DATA) return untilStart(bytes, at, end, isStart);
  if (at + DATA_HEAD_BYTES > end) return NEEDS_MORE_BYTES;
  let next = at + DATA_HEAD_BYTES;
  for (let left = bytes[at + 2] ?? 0; left > 0; left -= 1) {
    if (next >= end) return NEEDS_MORE_BYTES;
    next += 1 + (bytes[next] ?? 0);
  }
  return next > end ? NEEDS_MORE_BYTES : next - at;
};

export const newGs100Framer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** GS-100: records of decimal digits over TCP, which the device keeps until their count is returned. */
export const gs100: StreamProtocol = {
  kind: 'stream',
  name: 'gs100',
  title: 'GS-100',
  defaultPort: 5223,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newGs100Framer,
  newDecoder: () => newConversation(read),
};
