import { crc8 } from '../egts/framer.ts';
import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';
import type { Decoded, Message } from '../types.ts';
import { extraRecord, fieldsRecord } from './flex-record.ts';
import type { Layout } from './layout.ts';

/** "~" and a letter, of an array how many, of a single record which it is, records, checksum of all before. */
export function decodeFlex(frame: Uint8Array, layout: Layout | null): Decoded {
  const sum = frame.length - 1;
  if (crc8(frame, 0, sum) !== frame[sum]) throw new BadFrame('the checksum of FLEX is wrong');
  const reader = new ByteReader(frame, 0, sum);
  const type = reader.text(2);
  const isExtra = type === '~E' || type === '~X';
  const readOne = (): Message => {
    if (isExtra) return extraRecord(reader);
    if (layout === null) throw new BadFrame('records before their fields were agreed upon');
    return fieldsRecord(reader, layout);
  };
  switch (type) {
    case '~A':
    case '~E': {
      const count = reader.u8();
      const messages = Array.from({ length: count }, readOne);
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
