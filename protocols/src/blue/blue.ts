import { BadFrame, typeName, unknownMessage, unlessBad } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { newConversation, reportOf } from '../tools/conversation.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { exclusiveOr } from '../tools/sums.ts';
import type { AlarmCode, Attributes, Decoded, Fix, Reply, StreamProtocol } from '../types.ts';
import { place } from './place.ts';

const START = 0xaa;
/** The start and the number of bytes in the frame after it. */
const HEAD_BYTES = 3;
/** The smallest count: count, version, an unknown byte, identity, checksum. */
const MIN_COUNT = 9;
const MAX_FRAME_BYTES = 1024;

const isStart = (byte: number) => byte === START;

const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (at + HEAD_BYTES > end) return NEEDS_MORE_BYTES;
  const counted = (bytes[at + 1] ?? 0) * 0x100 + (bytes[at + 2] ?? 0);
  if (counted < MIN_COUNT || counted >= MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return at + 1 + counted > end ? NEEDS_MORE_BYTES : 1 + counted;
};

export const newBlueFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** Blue's trackers: binary frames of several parts over TCP. */
export const blue: StreamProtocol = {
  kind: 'stream',
  name: 'blue',
  title: 'Blue',
  defaultPort: 5206,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newBlueFramer,
  newDecoder: () => newConversation((frame) => read(frame)),
  newInspector: () => newConversation((frame) => read(frame, false)),
};

/** Kinds of parts. */
const [PLACE, STATE, ALARM, WANTS_ANSWER] = [0x01, 0x12, 0x81, 0x84];
/** The size of these fields: length, kind, count, two unknown bytes. */
const PART_HEAD_BYTES = 5;
const ALARMS: Readonly<Record<number, AlarmCode>> = { 1: 'sos', 8: 'overspeed', 19: 'lowPower' };
const SHAKEN = 0x02;
/** Two bits of the fourth state; both or neither mean unknown. */
const [OFF, ON] = [1, 2];

/**
 * A frame has a count, a version, an unknown byte, the identity, parts and a checksum. Layout and answer are as in the
 * Traccar server's exchange with Blue devices. A device's frame with a wrong checksum is a fault; in a capture it is
 * accepted (`checksSum`), since its identity may have been anonymised.
 */
function read(frame: Uint8Array, checksSum = true): Decoded {
  const last = frame.length - 1;
  if (frame[0] !== START || last < MIN_COUNT || new ByteReader(frame, 1).u16() !== last) {
    throw new BadFrame('no frame of Blue');
  }
  if (checksSum && frame[last] !== exclusiveOr(frame, 1, last)) throw new BadFrame('another sum');
  const reader = new ByteReader(frame, 5, last);
  const identity = String(reader.u32());
  const attributes: Attributes = {};
  const alarms: AlarmCode[] = [];
  const replies: Reply[] = [];
  let fix: Fix | null = null;
  let unknown: string | undefined;
  while (reader.remaining > 0) {
    const length = reader.peek() ?? 0;
    if (length < PART_HEAD_BYTES) throw new BadFrame(`there is no part of ${length} bytes`);
    const at = reader.skip(length);
    const part = new ByteReader(frame, at + 1, reader.offset);
    const [kind, count] = [part.u8(), part.u8()];
    part.skip(2);
    // An impossible position costs the fix alone: the device may be waiting for an answer to the frame.
    if (kind === PLACE) fix = unlessBad(() => place(part));
    else if (kind === STATE) state(part, attributes, alarms);
    else if (kind === ALARM) alarms.push(...alarmOf(part.u8()));
    else if (kind === WANTS_ANSWER) replies.push({ when: 'stored', bytes: answer(count) });
    else unknown = typeName(kind);
  }
  if (alarms.length > 0) attributes.alarm = alarms;
  const hasData = fix !== null || Object.keys(attributes).length > 0;
  if (!hasData && unknown !== undefined) return unknownMessage(unknown, [identity]);
  return {
    identities: [identity],
    messages: hasData ? [reportOf(fix, attributes)] : [],
    replies,
    ...(unknown !== undefined && { unknownType: unknown }),
  };
}

function alarmOf(code: number): AlarmCode[] {
  const alarm = ALARMS[code];
  return alarm === undefined ? [] : [alarm];
}

/** Reads six states of one byte each, two of which have a known meaning, and one state of two bytes. */
function state(part: ByteReader, attributes: Attributes, alarms: AlarmCode[]): void {
  if ((part.u8() & SHAKEN) !== 0) alarms.push('vibration');
  part.skip(2);
  const ignition = (part.u8() >> 2) & 3;
  if (ignition === ON || ignition === OFF) attributes.ignition = ignition === ON;
  part.skip(2);
  attributes.status = part.u16();
}

/** Builds the answer, a part of six bytes: its type, the server's count, the device's count. */
function answer(count: number): Uint8Array {
  const bytes = Uint8Array.of(START, 0, 11, 0x86, 0, 6, 0xa4, 0, count, 0, 0, 0);
  bytes[bytes.length - 1] = exclusiveOr(bytes, 1, bytes.length - 1);
  return bytes;
}
