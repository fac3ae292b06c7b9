import { BadFrame, decodeOrFault } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import type { Command, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { records } from './binary.ts';
import { isText, KEEP_ALIVE, MAX_FRAME_BYTES, newAtrackFramer } from './framer.ts';
import { decodeText } from './text.ts';

const DOLLAR = 0x24;
const INFORMATION = '$INFO=';
/** "@R": pieces of a picture. */
const PICTURE = 0x4052;

/** Creates a decoder for one connection. */
export function newAtrackDecoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeFrame(frame)), encode: encodeCommand };
}

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** The server's acknowledgement of a message: its number, for the identity. */
function acknowledgement(identity: bigint, number: number): Uint8Array {
  const bytes = new Uint8Array(12);
  const view = new DataView(bytes.buffer);
  bytes.set(KEEP_ALIVE);
  view.setBigUint64(2, BigInt.asUintN(64, identity));
  view.setUint16(10, number & 0xffff);
  return bytes;
}

function identityOf(text: string): string {
  if (!/^\d{1,19}$/.test(text)) throw new BadFrame(`"${text}" is no identity`);
  return text;
}

function decodeFrame(frame: Uint8Array): Decoded {
  if (frame[0] === DOLLAR) return information(textOf(frame).trim());
  if (frame[0] === KEEP_ALIVE[0] && frame[1] === KEEP_ALIVE[1]) {
    const identity = new ByteReader(frame, 2).u64();
    const bytes = frame.slice(0, 12);
    return { identities: [String(identity)], messages: [bare('heartbeat')], replies: [{ when: 'now', bytes }] };
  }
  if (isText(frame)) {
    const { number, ...decoded } = decodeText(textOf(frame));
    const identity = identityOf(decoded.identities[0] ?? '');
    return { ...decoded, replies: [{ when: 'stored', bytes: acknowledgement(BigInt(identity), number) }] };
  }
  const reader = new ByteReader(frame);
  const prefix = reader.u16();
  reader.skip(2);
  reader.end = Math.max(reader.offset, Math.min(frame.length, reader.u16() + 6));
  const number = reader.u16();
  const identity = reader.u64();
  const messages = prefix === PICTURE ? [] : records(reader);
  return {
    identities: [identityOf(String(identity))],
    messages,
    replies: [{ when: 'stored', bytes: acknowledgement(identity, number) }],
  };
}

/**
 * Decodes "$INFO=", which is followed by identity, model, firmware, numbers, tenths of volts, satellites, state and
 * signal. Other texts are replies to commands.
 */
function information(text: string): Decoded {
  if (!text.startsWith(INFORMATION)) {
    return { identities: [], messages: [{ ...bare('reply'), text }], replies: [] };
  }
  const fields = text.slice(INFORMATION.length).split(',');
  const [identity = '', model = ''] = fields;
  const [power, battery, satellites, , signal] = fields.slice(6).map(Number);
  const message = bare('report');
  message.attributes.model = model;
  if (Number.isFinite(power)) message.attributes.powerV = (power ?? 0) / 10;
  if (Number.isFinite(battery)) message.attributes.batteryV = (battery ?? 0) / 10;
  if (Number.isFinite(satellites)) message.attributes.satellites = satellites ?? 0;
  if ((signal ?? 99) <= 31) message.attributes.rssi = signal ?? 0;
  return { identities: [identityOf(identity)], messages: [message], replies: [] };
}

/** The wiring of outputs differs between vehicles, so commands are only texts from the manual. */
function encodeCommand(command: Command): Uint8Array | null {
  return command.kind === 'text' && isAsciiLine(command.text) ? asciiBytes(`${command.text}\r\n`) : null;
}

/** ATrack (AK, AL, AT, AX series): text and bytes, over TCP and UDP. */
export const atrack: StreamProtocol = {
  kind: 'stream',
  name: 'atrack',
  title: 'ATrack',
  defaultPort: 5044,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: newAtrackFramer,
  newDecoder: newAtrackDecoder,
};
