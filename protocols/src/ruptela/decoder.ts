import { BadFrame, decodeOrFault, unknownMessage } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { crc16Kermit } from '../tools/crc16.ts';
import { asciiBytes, isAsciiLine } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message } from '../types.ts';
import { LOCATE, RELAY, switchOutput } from './commands.ts';
import { AROUND_BYTES } from './framer.ts';
import { records, troubles } from './records.ts';

/** Commands of the device; those of the server are 100 more. */
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

/** One conversation with one device. */
export function newRuptelaDecoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeFrame(frame)), encode: encodeCommand };
}

/** Length, command, content, checksum of the two before. */
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
