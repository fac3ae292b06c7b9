/** The data of a packet, the same over TCP and UDP: codec, number of records, records, the number repeated. */
import { ByteReader, FrameTooShort } from '../tools/bytes.ts';
import type { Message } from '../types.ts';
import { layoutsOf, readRecord } from './avl-records.ts';
import { readAnswer } from './commands.ts';
import { FrameFault } from './frame-fault.ts';
import { readGh3000Record } from './gh3000-records.ts';

interface PacketData {
  messages: Message[];
  /** Identities in a command reply. */
  identities: string[];
  /** Records to acknowledge; null for command replies, which are not acknowledged. */
  records: number | null;
}

const HEAD_BYTES = 2;

/** Reads all records with one layout; the number at the end must match the one at the beginning. */
function readAll(
  reader: ByteReader,
  count: number,
  read: (reader: ByteReader) => Message,
  toTheEnd: boolean,
): Message[] {
  const messages: Message[] = [];
  for (let left = count; left > 0; left--) messages.push(read(reader));
  const repeated = reader.u8();
  if (repeated !== count) throw new FrameFault(`${count} records announced, ${repeated} counted`);
  if (toTheEnd && reader.remaining > 0) throw new FrameFault(`${reader.remaining} bytes after the last record`);
  return messages;
}

const isFault = (error: unknown): boolean => error instanceof FrameFault || error instanceof FrameTooShort;

/** Reads `bytes[start, end)`; with `toTheEnd` no bytes may follow the data. Throws `FrameTooShort`, `FrameFault`. */
export function readData(bytes: Uint8Array, start: number, end: number, toTheEnd: boolean): PacketData {
  const head = new ByteReader(bytes, start, end);
  const codec = head.u8();
  const count = head.u8();
  const records = (read: (reader: ByteReader) => Message): PacketData => {
    // Another layout begins again.
    head.offset = start + HEAD_BYTES;
    return { messages: readAll(head, count, read, toTheEnd), identities: [], records: count };
  };
  if (codec === 0x07) return records(readGh3000Record);
  if (codec >= 0x0c && codec <= 0x0f) {
    const identities: string[] = [];
    const messages = readAll(
      head,
      count,
      (reader) => {
        const answer = readAnswer(reader, codec, count === 1);
        identities.push(...answer.identities);
        return answer.message;
      },
      toTheEnd,
    );
    return { messages, identities: [...new Set(identities)], records: null };
  }
  const [usual, ...others] = layoutsOf(codec) ?? [];
  if (usual === undefined) throw new FrameFault(`codec 0x${codec.toString(16).padStart(2, '0')} is not known`);
  try {
    return records((reader) => readRecord(reader, usual));
  } catch (error) {
    if (!isFault(error)) throw error;
    for (const layout of others) {
      try {
        return records((reader) => readRecord(reader, layout));
      } catch (otherError) {
        if (!isFault(otherError)) throw otherError;
      }
    }
    throw error;
  }
}
