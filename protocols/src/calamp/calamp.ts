import { decodeOrFault, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader, FrameTooShort } from '../tools/bytes.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer } from '../tools/stream-framer.ts';
import type { Decoded, Decoder, Message, Reply, StreamProtocol } from '../types.ts';
import { type Header, readHeader, SERVICE, skipBody, TYPE } from './message.ts';
import { miniReport, report } from './report.ts';

/** Messages come one per datagram, nearly all with the mobile's identity; commands are not sent. */
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
    // A reply to a message of the server: its type, and 0 if it was accepted.
    case TYPE.answer: {
      reader.skip(1);
      return { ...bare('reply'), text: reader.u8() === 0 ? 'done' : 'refused' };
    }
    default:
      throw new UnknownType(type, identity === null ? [] : [identity]);
  }
}

const SPARE_AND_VERSION = 4;

/** The mobile repeats and keeps a message until its sequence number and type are returned. */
function answersTo({ service, type, sequence }: Header): Reply[] {
  if (service !== SERVICE.acknowledged) return [];
  const head = [SERVICE.answer, TYPE.answer, sequence >> 8, sequence & 0xff, type, 0];
  return [{ when: 'stored', bytes: Uint8Array.from([...head, ...Array.from({ length: SPARE_AND_VERSION }, () => 0)]) }];
}

/** The largest datagram of a mobile network. */
const MAX_FRAME_BYTES = 1500;

const SERVICES = 2;
const TYPES = 11;

/**
 * Messages do not contain their length: it follows from their parts. A datagram is one message, so this is for captures
 * only.
 */
const measure: Measure = (bytes, at, end) => {
  const reader = new ByteReader(bytes, at, end);
  try {
    const { service, type } = readHeader(reader);
    if (service > SERVICES || type > TYPES || !skipBody(reader, type)) return -1;
    return reader.offset - at;
  } catch (error) {
    if (error instanceof FrameTooShort) return NEEDS_MORE_BYTES;
    throw error;
  }
};

const newCalampFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

/** CalAmp's LMU by LM Direct: event and position reports, small reports and user messages, over UDP. */
export const calamp: StreamProtocol = {
  kind: 'stream',
  name: 'calamp',
  title: 'CalAmp (LMU)',
  defaultPort: 5082,
  transports: ['udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: newCalampFramer,
  newDecoder: newCalampDecoder,
  // Parameters 2319 (address) and 769 (port) of the first inbound connection.
  setup: ({ host, port }) => [
    { step: 'sms', value: `!RP,2319,0,${host}` },
    { step: 'sms', value: `!RP,769,0,${port}` },
  ],
};
