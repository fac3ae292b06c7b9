import { decodeOrFault, unknownMessage } from '../tools/bad-frame.ts';
import { type ByteReader, toHex } from '../tools/bytes.ts';
import type { AlarmCode, Attributes, Command, Decoded, Decoder, Message, StreamProtocol } from '../types.ts';
import { buildPacket, type Packet, readPacket } from './frame.ts';
import { MAX_FRAME_BYTES, newMeiligaoFramer } from './framer.ts';
import { cards, engine, position } from './position.ts';

/** Commands of the device. */
const COMMAND = {
  heartbeat: 0x0001,
  login: 0x5000,
  fromMemory: 0x9016,
  many: 0x6688,
  engine: 0x9901,
  engineTotals: 0x9902,
  position: 0x9955,
  cards: 0x9966,
  withPicture: 0x9977,
  alarm: 0x9999,
} as const;
/** Commands of the server; devices reply with the same number, and whether it was executed. */
const SERVER = { loginAnswer: 0x4000, locate: 0x4101, output: 0x4115 } as const;
const isAnswer = (command: number) => command > 0x4100 && command < 0x5000;
const DONE = 1;
const CARDS = 15;
const BACKSLASH = 0x5c;

const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0x01: 'sos',
  0x10: 'lowBattery',
  0x11: 'overspeed',
  0x12: 'movement',
  0x13: 'geofenceEnter',
  0x14: 'accident',
  0x50: 'powerCut',
  0x53: 'gpsAntennaCut',
  0x72: 'hardBraking',
  0x73: 'hardAcceleration',
};

/** Creates a decoder for one connection. */
export function newMeiligaoDecoder(): Decoder {
  let id: Uint8Array | null = null;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const packet = readPacket(frame);
        id = Uint8Array.from(packet.id);
        return decodePacket(packet);
      }),
    encode: (command) => (id === null ? null : encodeCommand(command, id)),
  };
}

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

function decodePacket({ command, id, identities, body }: Packet): Decoded {
  const decoded = (...messages: Message[]): Decoded => ({ identities, messages, replies: [] });
  switch (command) {
    case COMMAND.login:
    case COMMAND.heartbeat: {
      const isLogin = command === COMMAND.login;
      const bytes = buildPacket(isLogin ? SERVER.loginAnswer : command, id, Uint8Array.of(DONE));
      return { ...decoded(bare(isLogin ? 'login' : 'heartbeat')), replies: [{ when: 'now', bytes }] };
    }
    case COMMAND.position:
      return decoded(position(body.text(body.remaining)));
    case COMMAND.fromMemory:
      body.skip(6);
      return decoded(position(body.text(body.remaining), { archived: true }));
    case COMMAND.withPicture:
      body.skip(2);
      return decoded(position(body.text(body.remaining)));
    case COMMAND.alarm: {
      const meaning = meaningOf(body.u8());
      return decoded(position(body.text(body.remaining), meaning));
    }
    case COMMAND.many:
      return decoded(...many(body.take(body.remaining)));
    case COMMAND.cards: {
      const numbers = Array.from({ length: CARDS }, () => body.u32());
      return decoded(cards(numbers, body.text(body.remaining)));
    }
    case COMMAND.engine:
      return decoded(engine(body.text(body.remaining)));
    case COMMAND.engineTotals:
      return decoded({ ...bare('report'), attributes: { engineTotals: body.text(body.remaining) } });
    default:
      if (!isAnswer(command)) return unknownMessage(command, identities);
      return decoded({ ...bare('reply'), text: resultOf(body) });
  }
}

/** The result of a reply: 1 executed, 0 not. Replies to other commands have none, or more than a byte. */
function resultOf(body: ByteReader): string {
  const rest = body.take(body.remaining);
  if (rest.length === 1 && rest[0] === DONE) return 'done';
  return rest.length === 1 && rest[0] === 0 ? 'refused' : `answer ${toHex(rest)}`.trim();
}

/** The meaning of an alarm code; 2 to 5 are inputs switched on, 0x32 to 0x35 inputs switched off. */
function meaningOf(code: number): Attributes {
  const alarm = ALARMS[code];
  if (alarm !== undefined) return { event: code, alarm: [alarm] };
  const input = code & 0x0f;
  const isInput = (code >> 4 === 0 || code >> 4 === 3) && input >= 2 && input <= 5;
  return isInput ? { event: code, [`input${input}`]: code < 0x10 } : { event: code };
}

/** Positions from memory: their number, then each with its alarm before and a backslash after it. */
function many(bytes: Uint8Array): Message[] {
  const messages: Message[] = [];
  let at = 1;
  for (let left = bytes[0] ?? 0; left > 0 && at + 1 < bytes.length; left -= 1) {
    const close = bytes.indexOf(BACKSLASH, at);
    const end = close < 0 ? bytes.length : close;
    const code = bytes[at] ?? 0;
    const text = String.fromCharCode(...bytes.subarray(at + 1, end));
    messages.push(position(text, { archived: true, ...(code !== 0 && meaningOf(code)) }));
    at = end + 1;
  }
  return messages;
}

/** Output 1 switches the relay. The protocol has no free texts. */
function encodeCommand(command: Command, id: Uint8Array): Uint8Array | null {
  switch (command.kind) {
    case 'locate':
      return buildPacket(SERVER.locate, id);
    case 'engineStop':
    case 'engineResume':
      return buildPacket(SERVER.output, id, Uint8Array.of(command.kind === 'engineStop' ? 1 : 0));
    case 'text':
      return null;
  }
}

/** Meiligao (VT300 to VT400) and the many devices that use its protocol, over TCP and UDP. */
export const meiligao: StreamProtocol = {
  kind: 'stream',
  name: 'meiligao',
  title: 'Meiligao (VT series)',
  defaultPort: 5009,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume'],
  // Reply 0x4115: 1 executed, 0 not.
  engineReplies: {
    stopped: /^done$/,
    resumed: /^done$/,
    refused: /^refused$/,
  },
  newFramer: newMeiligaoFramer,
  newDecoder: newMeiligaoDecoder,
};
