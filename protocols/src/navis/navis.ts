import { BadFrame, decodeOrFault, NOTHING_DECODED, UnknownType } from '../tools/bad-frame.ts';
import { type ByteReader, concat } from '../tools/bytes.ts';
import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import { asciiBytes, isAsciiLine } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { agreedRecord, readCaptured, decodeFlex } from './flex.ts';
import { MAX_FRAME_BYTES, newNavisFramer } from './framer.ts';
import { type Layout, offerOf } from './layout.ts';
import { record } from './ntcb.ts';
import { type Addresses, openPacket, sealPacket } from './packet.ts';

const [TILDE, ALIVE, FLEX] = [0x7e, 0x7f, 0xb0];
/** Switch the first output on and off; request the device's state. */
const COMMANDS = { engineStop: '*!1Y', engineResume: '*!1N', locate: '*?A' } as const;

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

export const newNavisDecoder = (): Decoder => newDecoder(false);
/** For captures, which may lack the frame with the offer of fields. */
export const newNavisInspector = (): Decoder => newDecoder(true);

/** Creates a decoder for one connection: the fields are negotiated once. */
function newDecoder(isCapture: boolean): Decoder {
  let addresses: Addresses | null = null;
  let layout: Layout | null = null;
  const decode = (frame: Uint8Array): Decoded => {
    if (frame[0] === ALIVE) return { ...NOTHING_DECODED, messages: [bare('heartbeat')] };
    if (frame[0] === TILDE)
      return decodeFlex(frame, isCapture && layout === null ? readCaptured : agreedRecord(layout));
    const packet = openPacket(frame);
    addresses = { receiver: packet.addresses.sender, sender: packet.addresses.receiver };
    if (packet.reader.remaining === 0) return { ...NOTHING_DECODED, messages: [bare('heartbeat')] };
    const reported = decodeContent(packet.reader, addresses);
    if (reported.layout !== undefined) layout = reported.layout;
    return reported.decoded;
  };
  return {
    decode: (frame) => decodeOrFault(() => decode(frame)),
    encode: (command) => (addresses === null ? null : encodeCommand(command, addresses)),
  };
}

interface Reported {
  decoded: Decoded;
  /** The negotiated fields; null if the device has to make another offer. */
  layout?: Layout | null;
}

function decodeContent(reader: ByteReader, addresses: Addresses): Reported {
  const answer = (...content: Uint8Array[]) => sealPacket(addresses, concat(...content));
  const start = reader.offset;
  const type = reader.text(Math.min(3, reader.remaining));
  if (type === '*>S') {
    reader.skip(1);
    const identity = reader.text(reader.remaining);
    if (identity === '') throw new BadFrame('a login of nobody');
    return {
      decoded: {
        identities: [identity],
        messages: [bare('login')],
        replies: [{ when: 'now', bytes: answer(asciiBytes('*<S')) }],
      },
    };
  }
  if (type === '*>F') {
    reader.skip(3);
    const { protocol, structure, layout } = offerOf(reader);
    const bytes = answer(asciiBytes('*<FLEX'), Uint8Array.of(FLEX, protocol, structure));
    return { decoded: { ...NOTHING_DECODED, replies: [{ when: 'now', bytes }] }, layout };
  }
  if (type === '*>T') {
    const { message, index } = record(reader);
    return {
      decoded: {
        ...NOTHING_DECODED,
        messages: [message],
        replies: [{ when: 'stored', bytes: answer(asciiBytes('*<T'), index) }],
      },
    };
  }
  if (type === '*>A') {
    const count = reader.u8();
    const messages = Array.from({ length: count }, () => record(reader).message);
    return {
      decoded: {
        ...NOTHING_DECODED,
        messages,
        replies: [{ when: 'stored', bytes: answer(asciiBytes('*<A'), Uint8Array.of(count)) }],
      },
    };
  }
  if (type === '*#A') return { decoded: { ...NOTHING_DECODED, messages: [record(reader).message] } };
  // A spontaneous message of the device; any other is a reply to a command.
  if (type.startsWith('*>')) throw new UnknownType(type);
  reader.offset = start;
  return { decoded: { ...NOTHING_DECODED, messages: [{ ...bare('reply'), text: reader.text(reader.remaining) }] } };
}

function encodeCommand(command: Command, addresses: Addresses): Uint8Array | null {
  const text = command.kind === 'text' ? command.text : COMMANDS[command.kind];
  return isAsciiLine(text) ? sealPacket(addresses, asciiBytes(text)) : null;
}

/** NTCB and FLEX of Navtelecom: bytes over TCP. */
export const navis: StreamProtocol = {
  kind: 'stream',
  name: 'navis',
  title: 'Navtelecom (NTCB, FLEX)',
  defaultPort: 5019,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  engineReplies: NO_ENGINE_REPLIES,
  phrases: { output: { numbers: [1, 2, 3, 4], relay: 1, write: (number, on) => `*!${number}${on ? 'Y' : 'N'}` } },
  newFramer: newNavisFramer,
  newDecoder: newNavisDecoder,
  newInspector: newNavisInspector,
};
