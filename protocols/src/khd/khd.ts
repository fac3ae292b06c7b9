import { BadFrame, NOTHING_DECODED, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader, fromHex, toHex } from '../tools/bytes.ts';
import { bareMessage, decodedFrom, newConversation } from '../tools/conversation.ts';
import { NO_ENGINE_REPLIES } from '../tools/engine-reply.ts';
import { exclusiveOr } from '../tools/sums.ts';
import { END, MAX_FRAME_BYTES, newTwinStartFramer } from '../tools/twin-start-framer.ts';
import type { Command, Decoded, Reply, StreamProtocol } from '../types.ts';
import { position } from './position.ts';

const START = 0x29;

export const newKhdFramer = () => newTwinStartFramer(START);

const [LOGIN, CONFIRMATION, ON_DEMAND, UPLOAD, REUPLOAD] = [0xb1, 0x21, 0x81, 0x80, 0x8e];
const [ALARM, ADMIN_NUMBER, SEND_TEXT, REPLY, SMS_SWITCH, PERIPHERAL] = [0x82, 0x83, 0x84, 0x85, 0x86, 0xa3];

const PLACED: readonly number[] = [ON_DEMAND, UPLOAD, REUPLOAD, ALARM, REPLY, PERIPHERAL];
/** Frames that a device repeats until they are confirmed. */
const CONFIRMED: readonly number[] = [LOGIN, REUPLOAD, ADMIN_NUMBER, SEND_TEXT, SMS_SWITCH];
/** Confirmations of changed settings. */
const SETTINGS: readonly number[] = [CONFIRMATION, ADMIN_NUMBER, SEND_TEXT, SMS_SWITCH];
const MIN_BYTES = 11;

/** Creates a decoder for one connection. */
export const newKhdDecoder = () => newConversation(read, encodeCommand);

function read(frame: Uint8Array): Decoded {
  const reader = new ByteReader(frame, 0, frame.length - 2);
  if (frame.length < MIN_BYTES || reader.u8() !== START || reader.u8() !== START || frame.at(-1) !== END) {
    throw new BadFrame('no frame of KHD');
  }
  const type = reader.u8();
  reader.skip(2);
  const identities = identitiesOf(reader.take(4));
  const replies: Reply[] = CONFIRMED.includes(type)
    ? [{ when: type === LOGIN ? 'now' : 'stored', bytes: confirmation(type, frame) }]
    : [];
  if (type === LOGIN) return decodedFrom(identities, bareMessage('login'), replies);
  if (SETTINGS.includes(type)) return { ...NOTHING_DECODED, identities, replies };
  if (!PLACED.includes(type)) throw new UnknownType(type, identities);
  return decodedFrom(identities, position(type, reader), replies);
}

/**
 * Returns the four bytes unchanged, and the printed number: two digits per byte, the middle ones without their first
 * bit.
 */
function identitiesOf(bytes: Uint8Array): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const parts = [a, b - 0x80, c - 0x80, d];
  const hex = toHex(bytes);
  if (!parts.every((part) => part >= 0 && part <= 99)) return [hex];
  return [hex, parts.map((part) => String(part).padStart(2, '0')).join('')];
}

/**
 * Builds a frame, which starts like every frame and ends with the XOR of all preceding bytes and a carriage return.
 */
export function framed(type: number, content: readonly number[]): Uint8Array {
  const counted = content.length + 2;
  const bytes = Uint8Array.of(START, START, type, counted >> 8, counted & 0xff, ...content, 0, END);
  bytes[bytes.length - 2] = exclusiveOr(bytes, 0, bytes.length - 2);
  return bytes;
}

const confirmation = (type: number, frame: Uint8Array) =>
  framed(CONFIRMATION, [frame.at(-2) ?? 0, type, frame[9] ?? 0]);

/** Orders: report now, close and open the relay of the fuel pump. */
const ORDERS = { locate: 0x30, engineStop: 0x39, engineResume: 0x38 } as const;

function encodeCommand(command: Command, identity: string): Uint8Array | null {
  const bytes = fromHex(identity);
  return command.kind === 'text' || bytes === null ? null : framed(ORDERS[command.kind], [...bytes]);
}

/** KHD of Shenzhen KingHood and similar makers (KG100, KG200, KG300): binary frames over TCP. */
export const khd: StreamProtocol = {
  kind: 'stream',
  name: 'khd',
  title: 'KHD (KingHood KG)',
  defaultPort: 5058,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume'],
  engineReplies: NO_ENGINE_REPLIES,
  newFramer: newKhdFramer,
  newDecoder: newKhdDecoder,
};
