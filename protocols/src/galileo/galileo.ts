import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { crc16Modbus } from '../tools/crc16.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { asciiBytes, isAsciiLine } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message, Reply, StreamProtocol } from '../types.ts';
import { readIridium } from './iridium.ts';
import { messageOf, readPackedRecord, readRecords } from './records.ts';
import type { Reported } from './tags.ts';

/** Packets have up to 1,000 bytes by the manual; those of newer devices are longer. */
const MAX_FRAME_BYTES = 4096;

/** First bytes of packets: records, a part of a photograph, records with a packed main part. */
const HEAD = { records: 0x01, photo: 0x07, packed: 0x08 } as const;

const isStart = (byte: number) => byte === HEAD.records || byte === HEAD.photo || byte === HEAD.packed;

/** True when a message of the Iridium network begins at `at`: its first part is the header, of 28 bytes. */
const isIridium = (bytes: Uint8Array, at = 0): boolean =>
  bytes[at] === HEAD.records && bytes[at + 3] === 0x01 && bytes[at + 4] === 0x00 && bytes[at + 5] === 0x1c;

/**
 * A frame consists of a header, the length of the tags with one bit for archived data, tags, CRC. Iridium messages have
 * a big-endian length.
 */
const measure: Measure = (bytes, at, end) => {
  if (!isStart(bytes[at] ?? 0)) return untilStart(bytes, at, end, isStart);
  if (end - at < 6) return NEEDS_MORE_BYTES;
  const [first, second] = [bytes[at + 1] ?? 0, bytes[at + 2] ?? 0];
  const length = isIridium(bytes, at) ? 3 + (first << 8) + second : 5 + first + ((second & 0x7f) << 8);
  if (length > MAX_FRAME_BYTES || length < 6) return untilStart(bytes, at, end, isStart);
  return length <= end - at ? length : NEEDS_MORE_BYTES;
};

const newGalileoFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** Galileosky's terminals: records of tags, packed records, and messages through Iridium, over TCP. */
export const galileo: StreamProtocol = {
  kind: 'stream',
  name: 'galileo',
  title: 'Galileosky',
  defaultPort: 5034,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  // The states of outputs 3 to 0; output 0 at 0 stops the engine (manual, 10.6).
  engineReplies: {
    stopped: /^OUT\(3\.\.0\)\s*=\s*[01]{3}0$/i,
    resumed: /^OUT\(3\.\.0\)\s*=\s*[01]{3}1$/i,
    refused: null,
  },
  // "Out": the number of the output, and whether it conducts (0) or not (1); manual, 10.6.
  phrases: { output: { numbers: [0, 1, 2, 3], relay: 0, write: (number, on) => `Out ${number},${on ? 0 : 1}` } },
  newFramer: newGalileoFramer,
  newDecoder: () => newGalileoDecoder(),
  // 1234 is the factory default password; it authorises the sender's number.
  setup: ({ host, port }) => [
    { step: 'sms', value: 'AddPhone 1234' },
    { step: 'sms', value: `ServerIP ${host},${port}` },
  ],
};

const CONFIRMED = 0x02;

interface Device {
  identity: string;
  number: number;
}

/** Creates a decoder for one connection. `now` determines the year of packed records. */
export function newGalileoDecoder(now: () => Date = () => new Date()): Decoder {
  let device: Device | null = null;
  let commands = 0;

  function decoded(records: readonly Reported[], replies: Reply[]): Decoded {
    const identity = records.find((reported) => reported.identity !== null)?.identity ?? null;
    const number = records.find((reported) => reported.number !== null)?.number ?? device?.number ?? 0;
    if (identity !== null) device = { identity, number };
    const messages = records.flatMap((reported) => messageOf(reported) ?? []);
    const login: Message = { kind: 'login', deviceTime: null, fix: null, attributes: {} };
    return {
      identities: identity === null ? [] : [identity],
      messages: messages.length === 0 && identity !== null ? [login] : messages,
      replies,
    };
  }

  return {
    decode: (frame) =>
      decodeOrFault(() => {
        if (isIridium(frame)) return decoded([readIridium(new ByteReader(frame))], []);
        const head = frame[0] ?? 0;
        const end = frame.length - 2;
        if (end < 4) throw new BadFrame('a packet without tags');
        const reader = new ByteReader(frame, 3, end);
        // The device deletes the data when its own checksum is returned.
        const confirm = (code: number) => Uint8Array.of(code, frame[end] ?? 0, frame[end + 1] ?? 0);
        if (head === HEAD.records) return decoded(readRecords(reader), [{ when: 'stored', bytes: confirm(CONFIRMED) }]);
        // Photographs are not stored; an unconfirmed part would be repeated forever.
        if (head === HEAD.photo) return { ...NOTHING_DECODED, replies: [{ when: 'now', bytes: confirm(HEAD.photo) }] };
        if (head !== HEAD.packed) throw new BadFrame('no packet of Galileosky');
        const records: Reported[] = [];
        while (reader.remaining > 0) records.push(readPackedRecord(reader, now()));
        return decoded(records, [{ when: 'stored', bytes: confirm(CONFIRMED) }]);
      }),
    encode(command) {
      if (device === null || device.identity.length !== 15) return null;
      commands += 1;
      return encodeCommand(command, device, commands);
    },
  };
}

/** Output 0 conducts (0) or not (1), and drives the relay; "Status" requests the location (manual, 10.6 and 10.10). */
const TEXTS = { engineStop: 'Out 0,0', engineResume: 'Out 0,1', locate: 'Status' } as const;

/** Builds a packet of tags: identity, number of the device, number of the command, and its text. */
function encodeCommand(command: Command, { identity, number }: Device, count: number): Uint8Array | null {
  const text = command.kind === 'text' ? command.text : TEXTS[command.kind];
  if (!isAsciiLine(text)) return null;
  const bytes = new Uint8Array(3 + 16 + 3 + 5 + 2 + text.length + 2);
  const view = new DataView(bytes.buffer);
  bytes[0] = HEAD.records;
  view.setUint16(1, bytes.length - 5, true);
  bytes[3] = 0x03;
  bytes.set(asciiBytes(identity), 4);
  bytes[19] = 0x04;
  view.setUint16(20, number, true);
  bytes[22] = 0xe0;
  view.setUint32(23, count, true);
  bytes[27] = 0xe1;
  bytes[28] = text.length;
  bytes.set(asciiBytes(text), 29);
  view.setUint16(bytes.length - 2, crc16Modbus(bytes, 0, bytes.length - 2), true);
  return bytes;
}
