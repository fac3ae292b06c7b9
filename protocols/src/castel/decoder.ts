import { decodeOrFault, UnknownType } from '../tools/bad-frame.ts';
import { concat } from '../tools/bytes.ts';
import type { Attributes, Command, Decoded, Decoder, Message, Reply } from '../types.ts';
import { listedAlarms, stateOf } from './alarms.ts';
import { readParameters, readStatus, readTroubleCodes } from './engine.ts';
import { buildPacket, type Packet, readPacket, u32le } from './frame.ts';
import { type DecodedPosition, POSITION_BYTES, readPosition } from './position.ts';

/** Messages of OBD devices (versions 3 and 4). */
const PLUG = {
  login: 0x1001,
  logout: 0x1002,
  heartbeat: 0x1003,
  positions: 0x4001,
  parameters: 0x4002,
  accelerations: 0x4003,
  engine: 0x4005,
  troubles: 0x4006,
  alarm: 0x4007,
  cell: 0x4008,
  asleep: 0x4009,
  truckTroubles: 0x400b,
  fuel: 0x400e,
  numbered: 0x401f,
  assistance: 0x5101,
  answer: 0xa002,
  located: 0xb001,
} as const;
/** Messages of trackers (other versions). */
const TRACKER = { login: 0x4001, heartbeat: 0x4206 } as const;
/** Messages that begin with "$$". */
const SHORT = { report: 0x2001, login: 0x4001, memory: 0x4204, positions: [0x4201, 0x4202, 0x4206] } as const;
/** Extra bytes after each position of a memory message. */
const MEMORY_POSITIONS = 8;
const MEMORY_REST_BYTES = 31;

/** The server's answers: the request's type with the highest bit inverted. */
const answerTo = (type: number) => type ^ 0x8000;
const LOCATE = 0x3001;
const PETROL = 0x4583;
/** The answer to an alarm, which the device repeats until it arrives. */
const ALARM_ANSWER = 0xc007;

/** Creates a decoder for one connection. `now` is the time in answers to a login. */
export function newCastelDecoder(now: () => Date = () => new Date()): Decoder {
  let device: Pick<Packet, 'version' | 'id'> | null = null;
  let serial = 0;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const packet = readPacket(frame);
        const { version, identity } = packet;
        device = { version, id: Uint8Array.from(packet.id) };
        const decoded =
          version === null ? fromShort(packet) : isPlug(version) ? fromPlug(packet, now) : fromTracker(packet);
        return { identities: [identity], ...decoded };
      }),
    encode(command) {
      serial = (serial + 1) & 0xffff;
      return device === null ? null : encodeCommand(command, device, serial);
    },
  };
}

type Content = Omit<Decoded, 'identities' | 'fault'>;

const isPlug = (version: number) => version === 3 || version === 4;
const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });
const NOWHERE: DecodedPosition = { fix: null };
const report = (placed: DecodedPosition, attributes: Attributes, deviceTime: Date | null = null): Message => ({
  kind: 'report',
  deviceTime,
  ...placed,
  attributes,
});
const now = (bytes: Uint8Array): Reply[] => [{ when: 'now', bytes }];

function fromPlug(packet: Packet, clock: () => Date): Content {
  const { type, body } = packet;
  switch (type) {
    case PLUG.heartbeat:
      return { messages: [bare('heartbeat')], replies: now(buildPacket(answerTo(type), packet)) };
    case PLUG.login: {
      const { messages } = positions(packet);
      // No new address, no new port, and the time.
      const seconds = u32le(Math.floor(clock().getTime() / 1000));
      const content = concat(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0), seconds);
      return { messages: [bare('login'), ...messages], replies: now(buildPacket(answerTo(type), packet, content)) };
    }
    case PLUG.logout:
    case PLUG.positions:
    case PLUG.alarm:
    case PLUG.fuel:
    case PLUG.numbered:
    case PLUG.located:
      return positions(packet);
    case PLUG.asleep:
      body.skip(4);
      return { messages: [positionOf(packet)], replies: [] };
    case PLUG.assistance:
      return { messages: [positionOf(packet)], replies: [] };
    case PLUG.parameters:
    case PLUG.engine:
    case PLUG.troubles:
    case PLUG.truckTroubles:
    case PLUG.accelerations:
    case PLUG.cell:
      return { messages: [status(packet)], replies: [] };
    case PLUG.answer:
      return { messages: [answer(packet)], replies: [] };
    default:
      throw new UnknownType(type, [packet.identity]);
  }
}

function positionOf({ body }: Packet): Message {
  const { placed, reported } = readPosition(body);
  return report(placed, reported);
}

/**
 * Reads the positions of a message. Some types begin with a number; then come status, number of positions, the
 * positions, and the fields of the type.
 */
function positions({ type, body, ...packet }: Packet): Content {
  let archived = false;
  let number: Uint8Array | null = null;
  if (type === PLUG.positions) archived = body.u8() === 1;
  else if (type === PLUG.alarm) number = body.take(4);
  else if (type === PLUG.located) body.skip(2);
  else if (type === PLUG.numbered) body.skip(5);
  const { deviceTime, reported, state } = readStatus(body);
  const { ignition } = stateOf(state);
  const common: Attributes = { ...reported, ...(ignition === true && { ignition }), ...(archived && { archived }) };
  const messages: Message[] = [];
  for (let left = body.u8(); left > 0 && body.remaining >= POSITION_BYTES; left -= 1) {
    const position = readPosition(body);
    messages.push(report(position.placed, { ...position.reported, ...common }, deviceTime));
  }
  if (messages.length === 0) messages.push(report(NOWHERE, common, deviceTime));
  if (number === null) return { messages, replies: [] };
  const alarms = listedAlarms(body);
  for (const { attributes } of messages) Object.assign(attributes, alarms);
  return { messages, replies: [{ when: 'stored', bytes: buildPacket(ALARM_ANSWER, packet, number) }] };
}

function status({ type, body }: Packet): Message {
  const { deviceTime, reported, state } = readStatus(body);
  Object.assign(reported, stateOf(state));
  if (type === PLUG.parameters) {
    body.skip(2);
    readParameters(body, true, reported);
  } else if (type === PLUG.engine) {
    body.skip(1);
    readParameters(body, false, reported);
  } else if (type === PLUG.troubles) readTroubleCodes(body, reported);
  return report(NOWHERE, reported, deviceTime);
}

/**
 * Reads a reply: its number, the number of messages, an index, the failed parameters, and then each parameter with its
 * number, length and value.
 */
function answer({ body }: Packet): Message {
  body.skip(4);
  body.skip(2 * body.u8());
  const values: string[] = [];
  for (let left = body.u8(); left > 0; left -= 1) {
    body.skip(2);
    values.push(body.text(body.u16le()));
  }
  return { ...bare('reply'), text: values.length === 0 ? 'refused' : values.join(', ') };
}

/**
 * Reads a tracker's message. A login contains one position; a heartbeat begins with whether it comes from memory, and
 * the number of positions.
 */
function fromTracker(packet: Packet): Content {
  const { type, body } = packet;
  const replies = now(buildPacket(0x8000 | (type & 0x0fff), packet));
  if (type === TRACKER.login) return { messages: [bare('login'), trackerPosition(packet, false)], replies };
  if (type !== TRACKER.heartbeat) throw new UnknownType(type, [packet.identity]);
  const archived = body.u8() === 1;
  const messages: Message[] = [];
  for (let left = body.u8(); left > 0; left -= 1) messages.push(trackerPosition(packet, archived));
  return { messages, replies: replies.map(({ bytes }) => ({ when: 'stored', bytes })) };
}

/** Reads these fields in order: position, state, battery in percent, metres, geofence, flags, cell. */
function trackerPosition({ body, type }: Packet, archived: boolean): Message {
  const { placed, reported } = readPosition(body);
  body.skip(4);
  const battery = body.u8();
  if (battery <= 100) reported.batteryPercent = battery;
  reported.odometerM = body.u32le();
  body.skip(type === TRACKER.heartbeat ? 7 : 3);
  if (archived) reported.archived = true;
  return report(placed, reported);
}

function fromShort(packet: Packet): Content {
  const { type, body } = packet;
  if (type === SHORT.login) {
    return { messages: [bare('login'), positionOf(packet)], replies: now(buildPacket(type, packet)) };
  }
  if (type === SHORT.report) {
    body.skip(9);
    const content = concat(u32le(0), new Uint8Array(8).fill(0xff));
    return {
      messages: [positionOf(packet)],
      replies: [{ when: 'stored', bytes: buildPacket(0x1001, packet, content) }],
    };
  }
  if (SHORT.positions.some((known) => known === type)) return { messages: [positionOf(packet)], replies: [] };
  if (type !== SHORT.memory) throw new UnknownType(type, [packet.identity]);
  const messages: Message[] = [];
  for (let index = 0; index < MEMORY_POSITIONS && body.remaining >= POSITION_BYTES; index += 1) {
    const { placed, reported } = readPosition(body);
    messages.push(report(placed, { ...reported, archived: true }));
    body.skip(Math.min(MEMORY_REST_BYTES, body.remaining));
  }
  return { messages, replies: [] };
}

/** OBD devices support a position request; trackers switch the fuel. The protocol has no free texts. */
function encodeCommand(command: Command, device: Pick<Packet, 'version' | 'id'>, serial: number): Uint8Array | null {
  const plug = device.version !== null && isPlug(device.version);
  if (command.kind === 'locate') {
    return plug ? buildPacket(LOCATE, device, Uint8Array.of(serial & 0xff, serial >> 8)) : null;
  }
  if (command.kind === 'text' || plug || device.version === null) return null;
  return buildPacket(PETROL, { ...device, version: 1 }, Uint8Array.of(command.kind === 'engineStop' ? 1 : 0));
}
