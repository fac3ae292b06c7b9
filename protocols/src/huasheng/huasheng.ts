import { decodeOrFault, NOTHING_DECODED, unknownMessage } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { troubleCode } from '../tools/diagnosis.ts';
import { NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import type { Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { blocks } from './blocks.ts';
import { open, seal } from './frame.ts';
import { position } from './position.ts';

const [POSITION, POSITION_ANSWER] = [0xaa00, 0xff01];
const [LOGIN, LOGIN_ANSWER] = [0xaa02, 0xff03];
const [FAULTS, FAULTS_ANSWER] = [0xaa12, 0xff13];
const [HANDSHAKE, HANDSHAKE_ANSWER] = [0x0002, 0x0003];
/** Block of a login: the IMEI. */
const IMEI = 0x0003;
const SUCCESS = 0;

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** Creates a decoder for one connection. No commands are known for it. */
export function newHuashengDecoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodePacket(frame)), encode: () => null };
}

function decodePacket(frame: Uint8Array): Decoded {
  const { type, index, reader } = open(frame);
  switch (type) {
    case LOGIN: {
      const identities: string[] = [];
      for (const block of blocks(reader)) {
        if (block.type === IMEI) identities.push(block.content.text(block.content.remaining));
      }
      if (identities.length === 0) return NOTHING_DECODED;
      const bytes = seal(LOGIN_ANSWER, index, [SUCCESS]);
      return { identities, messages: [bare('login')], replies: [{ when: 'now', bytes }] };
    }
    case HANDSHAKE:
      return {
        ...NOTHING_DECODED,
        messages: [bare('heartbeat')],
        replies: [{ when: 'now', bytes: seal(HANDSHAKE_ANSWER, index) }],
      };
    case FAULTS:
      return {
        ...NOTHING_DECODED,
        messages: [{ ...bare('report'), attributes: { troubleCodes: troubleCodes(reader) } }],
        replies: [{ when: 'stored', bytes: seal(FAULTS_ANSWER, index) }],
      };
    case POSITION: {
      const { identities, message } = position(reader);
      return { identities, messages: [message], replies: [{ when: 'stored', bytes: seal(POSITION_ANSWER, index) }] };
    }
    default:
      return unknownMessage(type);
  }
}

function troubleCodes(reader: ByteReader): string[] {
  const codes: string[] = [];
  for (const { content } of blocks(reader)) {
    while (content.remaining >= 2) {
      codes.push(troubleCode(content.u16()));
    }
  }
  return codes;
}

const MAX_FRAME_BYTES = 2048;
const FLAG = 0xc0;
const isFlag = (byte: number) => byte === FLAG;

/** A flag, bytes without a flag, a flag. */
function measure(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== FLAG) return untilStart(bytes, at, end, isFlag);
  const close = bytes.subarray(at + 1, end).indexOf(FLAG);
  // Two adjacent flags: the first one ended a frame whose beginning was lost.
  if (close === 0) return -1;
  return close < 0 ? NEEDS_MORE_BYTES : close + 2;
}

/** HuaSheng's CAN bus readers: bytes over TCP. */
export const huasheng: StreamProtocol = {
  kind: 'stream',
  name: 'huasheng',
  title: 'HuaSheng',
  defaultPort: 5111,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, measure),
  newDecoder: newHuashengDecoder,
};
