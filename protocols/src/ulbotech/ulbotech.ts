import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { crc16Xmodem } from '../tools/crc16.ts';
import { Fields } from '../tools/fields.ts';
import { timed } from '../tools/fix.ts';
import {
  mapFrames,
  isTextBlank,
  NEEDS_MORE_BYTES,
  newStreamFramer,
  unescaped,
  untilStart,
} from '../tools/stream-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import type { Command, Decoded, Decoder, StreamProtocol } from '../types.ts';
import { blocks } from './blocks.ts';
import { textReport } from './text-report.ts';

const MAX_FRAME_BYTES = 1024;

/**
 * The delimiter of a report; inside it, an escape byte followed by 0x00 or 0x0f stands for the escape and the
 * delimiter.
 */
const MARK = 0xf8;
const [ESCAPE, MEANS_MARK] = [0xf7, 0x0f];
const TEXT_START = 0x2a;
const TEXT_END = 0x23;
const isStart = (byte: number) => byte === MARK || byte === TEXT_START;

function measure(bytes: Uint8Array, at: number, end: number): number {
  const start = bytes[at] ?? 0;
  if (!isStart(start)) return untilStart(bytes, at, end, isStart);
  const close = bytes.subarray(at + 1, end).indexOf(start === MARK ? MARK : TEXT_END);
  if (close < 0) return NEEDS_MORE_BYTES;
  // Two adjacent marks are the end of one report, whose beginning was lost, and the beginning of the next.
  return close === 0 && start === MARK ? -1 : close + 2;
}

export const newUlbotechFramer = () =>
  mapFrames(newStreamFramer(MAX_FRAME_BYTES, measure, isTextBlank), (frame) =>
    frame[0] === MARK ? unescaped(frame, ESCAPE, (byte) => (byte === MEANS_MARK ? MARK : ESCAPE)) : frame,
  );

const IMEI_BYTES = 8;
const EPOCH_S = Date.UTC(2000, 0, 1) / 1000;
/** The highest bit of the time has another meaning. */
const SECONDS = 0x7fffffff;

/** Creates a decoder for one connection. */
export function newUlbotechDecoder(): Decoder {
  return {
    decode: (frame) => decodeOrFault(() => (frame[0] === TEXT_START ? answer(textOf(frame)) : report(frame))),
    encode: encodeCommand,
  };
}

/**
 * Reads these fields in order: mark, version, type, IMEI in BCD, seconds since 2000, blocks, CRC, mark. Acknowledged by
 * its CRC.
 */
function report(frame: Uint8Array): Decoded {
  if (frame[0] !== MARK || frame.at(-1) !== MARK) throw new BadFrame('no report of Ulbotech');
  const end = frame.length - 3;
  const sum = crc16Xmodem(frame, 1, end);
  if (new ByteReader(frame, end).u16() !== sum) throw new BadFrame('the checksum is another');
  const reader = new ByteReader(frame, 3, end);
  const imei = reader.hex(IMEI_BYTES).slice(1);
  if (!/^\d{15}$/.test(imei)) throw new BadFrame(`"${imei}" is no IMEI`);
  const seconds = reader.u32() & SECONDS;
  // A clock that was never set reports zero.
  const time = seconds === 0 ? null : new Date((seconds + EPOCH_S) * 1000);
  const { place, attributes } = blocks(reader);
  return {
    identities: [imei],
    messages: [{ kind: 'report', ...timed(time, place), attributes }],
    replies: [{ when: 'stored', bytes: asciiBytes(`*TS01,ACK:${sum.toString(16).toUpperCase().padStart(4, '0')}#`) }],
  };
}

/** Reads these fields in order: "*TS01", IMEI, timestamp, the device's text. */
function answer(text: string): Decoded {
  const fields = new Fields(text.slice(1).replace(/#$/, ''));
  fields.skip();
  const imei = fields.text();
  if (!/^\d{15}$/.test(imei)) throw new BadFrame(`"${imei.slice(0, 20)}" is no IMEI`);
  const content = fields.left > 0 ? fields.rest() : '';
  const inWords = textReport(content);
  if (inWords !== null) return { ...NOTHING_DECODED, identities: [imei], messages: [inWords] };
  return {
    ...NOTHING_DECODED,
    identities: [imei],
    messages: [{ kind: 'reply', deviceTime: null, fix: null, attributes: {}, text: content }],
  };
}

/** Without "#", which ends a command. */
function encodeCommand(command: Command): Uint8Array | null {
  if (command.kind !== 'text' || !/^[\x20-\x22\x24-\x7e]{1,200}$/.test(command.text)) return null;
  return asciiBytes(`*TS01,${command.text}#`);
}

/** Ulbotech's trackers (T300 series) over TCP. */
export const ulbotech: StreamProtocol = {
  kind: 'stream',
  name: 'ulbotech',
  title: 'Ulbotech (T300 series)',
  defaultPort: 5072,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: newUlbotechFramer,
  newDecoder: newUlbotechDecoder,
};
