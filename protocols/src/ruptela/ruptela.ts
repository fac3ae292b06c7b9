import { BadFrame, decodeOrFault, unknownMessage } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { crc16Kermit } from '../tools/crc16.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer } from '../tools/stream-framer.ts';
import { asciiBytes, isAsciiLine } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { records, troubles } from './records.ts';

/** Commands as in text messages, with the empty factory default password before the blank. */

/** The output to which the engine's relay is connected. */
const RELAY = 1;

/** Both outputs are sent: 1 high, 0 low, 2 unchanged (SMS commands of FM-Pro and FM-Eco, "setio"). */
function switchOutput(number: number, on: boolean): string {
  const level = on ? 1 : 0;
  return number === 1 ? ` setio ${level},2` : ` setio 2,${level}`;
}

const LOCATE = ' coords';

/** A packet has up to 1,000 bytes of records; pieces of files are as long. */
const MAX_FRAME_BYTES = 2048;

/** The length counts neither itself nor the checksum. */
const AROUND_BYTES = 4;
/** Identity and command. */
const MIN_LENGTH = 9;
/** The first two bytes of a fifteen-digit identity are at most this. */
const MAX_IN_SECOND_BYTE = 0x03;

/**
 * A frame consists of length, identity of eight bytes, command, …, checksum. Frames have no start mark, so the checksum
 * has to be correct.
 */
const measure: Measure = (bytes, at, end) => {
  if (end - at < 4) return NEEDS_MORE_BYTES;
  const length = ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0);
  if (length < MIN_LENGTH || length + AROUND_BYTES > MAX_FRAME_BYTES) return -1;
  if (bytes[at + 2] !== 0 || (bytes[at + 3] ?? 0) > MAX_IN_SECOND_BYTE) return -1;
  if (length + AROUND_BYTES > end - at) return NEEDS_MORE_BYTES;
  const close = at + 2 + length;
  const sum = ((bytes[close] ?? 0) << 8) + (bytes[close + 1] ?? 0);
  return crc16Kermit(bytes, at + 2, close) === sum ? length + AROUND_BYTES : -1;
};

export const newRuptelaFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** Commands of the device; those of the server are greater by 100. */
const COMMAND = {
  records: 1,
  answers: new Set([2, 3, 4, 5, 6, 7]),
  text: 8,
  troubles: 9,
  identification: 15,
  heartbeat: 16,
  outputs: 17,
  wideRecords: 68,
} as const;
const SERVER = 100;
const RECORDS_ANSWER = 100;
const TROUBLES_ANSWER = 109;
const DONE = 1;

/** Creates a decoder for one connection. */
export function newRuptelaDecoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeFrame(frame)), encode: encodeCommand };
}

/** Builds a frame: length, command, content, checksum of the latter two. */
function buildPacket(command: number, content: Uint8Array): Uint8Array {
  const body = concat(Uint8Array.of(command), content);
  const crc = crc16Kermit(body);
  return concat(Uint8Array.of(body.length >> 8, body.length & 0xff), body, Uint8Array.of(crc >> 8, crc & 0xff));
}

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

function decodeFrame(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame);
  reader.end = Math.max(2, Math.min(frame.length, reader.u16() + AROUND_BYTES) - 2);
  const identity = String(reader.u64()).padStart(15, '0');
  if (identity.length !== 15) throw new BadFrame(`"${identity}" is no identity`);
  const command = reader.u8();
  const decoded = (messages: Message[], when: 'now' | 'stored' = 'stored', answer = 0): Decoded => ({
    identities: [identity],
    messages,
    replies: answer === 0 ? [] : [{ when, bytes: buildPacket(answer, Uint8Array.of(DONE)) }],
  });
  switch (command) {
    case COMMAND.records:
    case COMMAND.wideRecords:
      return decoded(records(reader, command === COMMAND.wideRecords), 'stored', RECORDS_ANSWER);
    case COMMAND.troubles:
      return decoded(troubles(reader), 'stored', TROUBLES_ANSWER);
    case COMMAND.identification:
      return decoded([bare('login')], 'now', SERVER + command);
    case COMMAND.heartbeat:
      return decoded([bare('heartbeat')], 'now', SERVER + command);
    case COMMAND.outputs:
      return decoded([{ ...bare('reply'), text: reader.u8() === 0 ? 'refused' : 'done' }]);
    default:
      if (!COMMAND.answers.has(command)) return unknownMessage(command, [identity]);
      return decoded([{ ...bare('reply'), text: reader.text(reader.remaining).trim() }]);
  }
}

const TEXTS = { locate: LOCATE, engineStop: switchOutput(RELAY, true), engineResume: switchOutput(RELAY, false) };

function encodeCommand(command: Command): Uint8Array | null {
  const text = command.kind === 'text' ? command.text : TEXTS[command.kind];
  return isAsciiLine(text) ? buildPacket(SERVER + COMMAND.text, asciiBytes(text)) : null;
}

/** Ruptela (FM-Eco, FM-Pro, FM-Tco, Plug), over TCP. */
export const ruptela: StreamProtocol = {
  kind: 'stream',
  name: 'ruptela',
  title: 'Ruptela (FM series)',
  defaultPort: 5046,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  // Reply to the outputs command, or the text of "setio".
  engineReplies: {
    stopped: /^(?:done$|setio:?\s*ok\b)/i,
    resumed: /^(?:done$|setio:?\s*ok\b)/i,
    refused: /^(?:refused$|setio:?\s*(?:err|fail))/i,
  },
  phrases: { output: { numbers: [1, 2], relay: RELAY, write: switchOutput } },
  newFramer: newRuptelaFramer,
  newDecoder: newRuptelaDecoder,
};
