import { decodeOrFault, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import type { Decoded, Decoder, Message, Reply } from '../types.ts';
import { type Header, readHeader, SERVICE, TYPE } from './message.ts';
import { miniReport, report } from './report.ts';

/** Messages come one a datagram, nearly all with the identity of the mobile; it is asked for nothing. */
export function newCalampDecoder(): Decoder {
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const reader = new ByteReader(frame);
        const header = readHeader(reader);
        return {
          identities: header.identity === null ? [] : [header.identity],
          messages: [messageOf(header, reader)],
          replies: answersTo(header),
        } satisfies Decoded;
      }),
    encode: () => null,
  };
}

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

function messageOf({ type, identity }: Header, reader: ByteReader): Message {
  switch (type) {
    case TYPE.event:
    case TYPE.locate:
    case TYPE.userData:
    case TYPE.applicationData:
      return report(type, reader);
    case TYPE.miniEvent:
      return miniReport(reader);
    case TYPE.identity:
      return bare('login');
    case TYPE.null:
      return bare('heartbeat');
    // An answer to a message of the server: which type, and 0 where it was taken.
    case TYPE.answer: {
      reader.skip(1);
      return { ...bare('reply'), text: reader.u8() === 0 ? 'done' : 'refused' };
    }
    default:
      throw new UnknownType(type, identity === null ? [] : [identity]);
  }
}

const SPARE_AND_VERSION = 4;

/** The mobile sends a message again, and keeps it, until its sequence number and type come back. */
function answersTo({ service, type, sequence }: Header): Reply[] {
  if (service !== SERVICE.acknowledged) return [];
  const head = [SERVICE.answer, TYPE.answer, sequence >> 8, sequence & 0xff, type, 0];
  return [{ when: 'stored', bytes: Uint8Array.from([...head, ...Array.from({ length: SPARE_AND_VERSION }, () => 0)]) }];
}
