import { BadFrame, decodeOrFault, typeName, unlessBad, unlessUnreadable } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { decimalIfAny } from '../tools/fields.ts';
import { timed } from '../tools/fix.ts';
import { asciiBytes, isAsciiLine } from '../tools/text.ts';
import { digits, utc } from '../tools/units.ts';
import type { Attributes, Command, Decoded, Decoder, Message, Reply, StreamProtocol } from '../types.ts';
import { isDatagram, MAX_FRAME_BYTES, newEelinkFramer } from './framer.ts';
import { NEWER_TYPES, newerLocation, OLDER, olderLocation } from './location.ts';
import { statusOf } from './status.ts';

/** Parameters by their number. The value is the first byte of four, or the first two. */
const PARAMETERS: Readonly<Record<number, readonly [name: string, value: (word: number) => number]>> = {
  0x04: ['engineLoadPercent', (word) => ((word >>> 24) * 100) / 255],
  0x05: ['coolantC', (word) => (word >>> 24) - 40],
  0x0c: ['engineRpm', (word) => (word >>> 16) / 4],
  0x0d: ['obdSpeedKph', (word) => word >>> 24],
  0x0f: ['intakeC', (word) => (word >>> 24) - 40],
  0x11: ['throttlePercent', (word) => ((word >>> 24) * 100) / 255],
  0x2f: ['fuelPercent', (word) => ((word >>> 24) * 100) / 255],
  // A parameter of the maker: total kilometres.
  0x8a: ['odometerM', (word) => word * 1000],
};

/**
 * Reads these fields in order: time, then engine parameters with four bytes each (SAE J1979, and some of the maker's
 * own).
 */
function engine(body: ByteReader): Message {
  const deviceTime = new Date(body.u32() * 1000);
  const attributes: Attributes = {};
  while (body.remaining >= 5) {
    const parameter = PARAMETERS[body.u8()];
    const word = body.u32();
    if (parameter !== undefined) attributes[parameter[0]] = parameter[1](word);
  }
  return { kind: 'report', deviceTime, fix: null, attributes };
}

/** Eelink (TK116, TK119, GPT06 and newer ones with beacons), over TCP and UDP. */
export const eelink: StreamProtocol = {
  kind: 'stream',
  name: 'eelink',
  title: 'Eelink',
  defaultPort: 5064,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  // The device repeats the command with its result.
  engineReplies: {
    stopped: /^RELAY,1#?\s*OK\b/i,
    resumed: /^RELAY,0#?\s*OK\b/i,
    refused: /\b(?:fail|error|invalid)/i,
  },
  newFramer: newEelinkFramer,
  newDecoder: () => newEelinkDecoder(),
};

/** Packages other than positions. */
const TYPE = { login: 0x01, heartbeat: 0x03, engine: 0x07, answer: 0x80, data: 0x81 } as const;
const PACKAGE = 0x6767;
const PROTOCOL_VERSION = 1;
/** Marks a command as text, in a package to the device. */
const AS_TEXT = 1;

const OLDER_TYPES: ReadonlySet<number> = new Set(Object.values(OLDER));

/** Creates a decoder for one connection. `now` is the time in the answer to a login. */
export function newEelinkDecoder(now: () => Date = () => new Date()): Decoder {
  /** The eight bytes of identity that datagrams carry, needed for a datagram in return. */
  let sender: Uint8Array | null = null;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const reader = new ByteReader(frame);
        const decoded: Decoded = { identities: [], messages: [], replies: [] };
        if (isDatagram(frame)) {
          reader.skip(6);
          sender = Uint8Array.from(reader.take(8));
          decoded.identities.push(identityOf(new ByteReader(sender)));
        }
        // Trailing bytes that are not a package do not invalidate the packages before them.
        while (reader.remaining > 0) if (!readNext(reader, sender, decoded, now)) break;
        return decoded;
      }),
    encode: (command) => encodeCommand(command, sender),
  };
}

/** Fifteen digits after a zero. */
function identityOf(body: ByteReader): string {
  const identity = body.hex(8).slice(1);
  if (!/^\d{15}$/.test(identity)) throw new BadFrame(`"${identity}" is no identity`);
  return identity;
}

/** Returns false if the bytes after a package are not a package. Throws for the first one. */
function readNext(reader: ByteReader, sender: Uint8Array | null, decoded: Decoded, now: () => Date): boolean {
  const read = () => {
    readPackage(reader, sender, decoded, now);
    return true;
  };
  const isFirst = decoded.messages.length === 0 && decoded.unknownType === undefined;
  return isFirst ? read() : unlessUnreadable(read) !== null;
}

/** Reads a package: "gg", type, length of the rest, serial number, content. */
function readPackage(reader: ByteReader, sender: Uint8Array | null, decoded: Decoded, now: () => Date): void {
  if (reader.u16() !== PACKAGE) throw new BadFrame('no package of Eelink');
  const type = reader.u8();
  const length = reader.u16();
  const start = reader.skip(length);
  const body = new ByteReader(reader.bytes, start, start + length);
  const serial = body.u16();
  const answer = (when: Reply['when'], content?: Uint8Array) =>
    decoded.replies.push({ when, bytes: buildPackage(type, serial, content, sender) });
  switch (type) {
    case TYPE.login: {
      const identity = identityOf(body);
      if (!decoded.identities.includes(identity)) decoded.identities.push(identity);
      decoded.messages.push(bare('login'));
      const seconds = Math.floor(now().getTime() / 1000);
      const time = Uint8Array.of(seconds >>> 24, (seconds >>> 16) & 0xff, (seconds >>> 8) & 0xff, seconds & 0xff);
      answer('now', concat(time, Uint8Array.of(0, PROTOCOL_VERSION, 0)));
      break;
    }
    case TYPE.heartbeat:
      decoded.messages.push({ ...bare('heartbeat'), attributes: body.remaining >= 2 ? statusOf(body.u16()) : {} });
      answer('now');
      break;
    case TYPE.engine:
      decoded.messages.push(
        body.remaining === 4 ? { ...bare('report'), attributes: statusOf(body.u16()) } : engine(body),
      );
      answer('stored');
      break;
    case TYPE.answer:
      decoded.messages.push(answerOf(body));
      break;
    case TYPE.data:
      break;
    default:
      if (readPlace(type, body, decoded)) answer('stored');
      else decoded.unknownType = typeName(type);
  }
}

/** False for a package of an unknown type. */
function readPlace(type: number, body: ByteReader, decoded: Decoded): boolean {
  const isOlder = OLDER_TYPES.has(type);
  if (!isOlder && (type < NEWER_TYPES.first || type > NEWER_TYPES.last)) return false;
  decoded.messages.push(isOlder ? olderLocation(type, body) : newerLocation(type, body));
  return true;
}

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** Reads how the command was sent, a number, and the text of the reply, which may contain a position. */
function answerOf(body: ByteReader): Message {
  body.skip(5);
  const text = body.text(body.remaining).trim();
  return { ...bare('reply'), ...placeOf(text), text };
}

/** "N23.111743". */
function degrees(decoded: string, negative: 'S' | 'W'): number | undefined {
  const size = decimalIfAny(decoded.slice(1));
  return size !== undefined && decoded.startsWith(negative) ? -size : size;
}

/**
 * Reads lines "Lat:N23.111743", "Lon:E114.409238", "Course:0.00", "Speed:0.17KM/H", "Date Time:2015-09-13 20:21:20".
 */
function placeOf(text: string): Pick<Message, 'deviceTime' | 'fix' | 'coordinates'> {
  const lines = new Map<string, string>();
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) lines.set(line.slice(0, colon).replace(' ', '').trim(), line.slice(colon + 1).trim());
  }
  const [lat, lon, moment = ''] = [lines.get('Lat'), lines.get('Lon'), lines.get('DateTime')];
  if (lat === undefined || lon === undefined || moment.length < 19) return timed(null, null);
  const at = (index: number, count: number) => digits(moment, index, count);
  const time = unlessBad(() => utc(at(0, 4), at(5, 2), at(8, 2), at(11, 2), at(14, 2), at(17, 2)));
  return timed(time, {
    valid: true,
    lat: degrees(lat, 'S'),
    lon: degrees(lon, 'W'),
    courseDeg: Number.parseFloat(lines.get('Course') ?? '0'),
    speedKph: Number.parseFloat(lines.get('Speed') ?? '0'),
  });
}

const COMMANDS = { locate: 'WHERE#', engineStop: 'RELAY,1#', engineResume: 'RELAY,0#' } as const;

function encodeCommand(command: Command, sender: Uint8Array | null): Uint8Array | null {
  const text = command.kind === 'text' ? command.text : COMMANDS[command.kind];
  if (!isAsciiLine(text)) return null;
  return buildPackage(TYPE.answer, 0, concat(Uint8Array.of(AS_TEXT, 0, 0, 0, 0), asciiBytes(text)), sender);
}

/** The checksum of datagrams: rotated left by one bit before each byte is added, 16 bits. */
function turningSum(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = (((sum << 1) | (sum >>> 15)) + byte) & 0xffff;
  return sum;
}

/** Builds a package for the device; within a datagram if the device's eight bytes of identity are given. */
export function buildPackage(
  type: number,
  serial: number,
  content: Uint8Array = new Uint8Array(0),
  sender: Uint8Array | null = null,
): Uint8Array {
  const length = content.length + 2;
  const head = Uint8Array.of(0x67, 0x67, type, length >> 8, length & 0xff, serial >> 8, serial & 0xff);
  if (sender === null) return concat(head, content);
  const body = concat(sender, head, content);
  const sum = turningSum(body);
  const all = body.length + 2;
  return concat(Uint8Array.of(0x45, 0x4c, all >> 8, all & 0xff, sum >> 8, sum & 0xff), body);
}
