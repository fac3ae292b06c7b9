import { crc8 } from '../egts/framer.ts';
import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import type { Decoded, Message } from '../types.ts';
import { beginningOfRecord, extraRecord, fieldsRecord } from './flex-record.ts';
import type { Layout } from './layout.ts';

/** Reads a record of the given length. */
type ReadRecord = (reader: ByteReader, bytes: number) => Message;

/** Reads records with the fields offered by a device. */
export const agreedRecord =
  (layout: Layout | null): ReadRecord =>
  (reader) => {
    if (layout === null) throw new BadFrame('records before their fields were agreed upon');
    return fieldsRecord(reader, layout);
  };

/** Reads records of a capture without the offer: as far as all devices send the same. */
export const readCaptured: ReadRecord = (reader, bytes) => {
  const at = reader.skip(bytes);
  return beginningOfRecord(new ByteReader(reader.bytes, at, reader.offset));
};

/**
 * Reads these fields in order: "~" and a letter, for an array its length, for a single record its index, records,
 * checksum of all preceding bytes.
 */
export function decodeFlex(frame: Uint8Array, readRecord: ReadRecord): Decoded {
  const sum = frame.length - 1;
  if (crc8(frame, 0, sum) !== frame[sum]) throw new BadFrame('the checksum of FLEX is wrong');
  const reader = new ByteReader(frame, 0, sum);
  const type = reader.text(2);
  const isExtra = type === '~E' || type === '~X';
  const readOne = (bytes = reader.remaining) => (isExtra ? extraRecord(reader) : readRecord(reader, bytes));
  switch (type) {
    case '~A':
    case '~E': {
      const count = reader.u8();
      const bytes = Math.floor(reader.remaining / count);
      const messages = Array.from({ length: count }, () => readOne(bytes));
      return answered(messages, type, Uint8Array.of(count));
    }
    case '~T':
    case '~X': {
      const index = reader.take(4);
      return answered([readOne()], type, index);
    }
    case '~C':
      return answered([readOne()], type, new Uint8Array());
    default:
      throw new UnknownType(type);
  }
}

function answered(messages: Message[], type: string, content: Uint8Array): Decoded {
  const bytes = concat(asciiBytes(type), content);
  const sealed = concat(bytes, Uint8Array.of(crc8(bytes, 0, bytes.length)));
  return { identities: [], messages, replies: [{ when: 'stored', bytes: sealed }] };
}
