import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { crc16Modbus } from '../tools/crc16.ts';
import { asciiBytes, isAsciiLine } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message, Reply } from '../types.ts';
import { HEAD, isIridium } from './framer.ts';
import { readIridium } from './iridium.ts';
import { messageOf, readPackedRecord, readRecords } from './records.ts';
import type { Reported } from './tags.ts';

const CONFIRMED = 0x02;

interface Device {
  identity: string;
  number: number;
}

/** One conversation with one device. `now` tells the year of packed records. */
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
        // The device forgets when its own checksum comes back.
        const confirm = (code: number) => Uint8Array.of(code, frame[end] ?? 0, frame[end + 1] ?? 0);
        if (head === HEAD.records) return decoded(readRecords(reader), [{ when: 'stored', bytes: confirm(CONFIRMED) }]);
        // Photographs are not kept; a part that is not confirmed comes again for ever.
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

/** Output 0 conducts (0) or not (1), which the relay follows; "Status" says where the device is (manual, 10.6 and 10.10). */
const TEXTS = { engineStop: 'Out 0,0', engineResume: 'Out 0,1', locate: 'Status' } as const;

/** Identity, number of the device, number of the command, its text; sent as a packet of tags. */
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
