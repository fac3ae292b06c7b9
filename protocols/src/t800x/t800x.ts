import { BadFrame, decodeOrFault, unknownMessage } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { type Measure, NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import { asciiBytes, isAsciiLine } from '../tools/text.ts';
import type { Command, Decoder, Message, Reply, StreamProtocol } from '../types.ts';
import { FAMILY } from './fields.ts';
import { lockReport, portableReport, wirelessReport } from './portable.ts';
import { networkReport, sensorReport } from './sensors.ts';
import { behaviours, sensedBehaviour, vehicleReport } from './vehicle.ts';

/** The longest known messages contain the text of a command reply, two bytes per character. */
const MAX_FRAME_BYTES = 4096;

/** The size of these fields: start, type, length, serial number, identity. */
const HEAD_BYTES = 15;

const STARTS: ReadonlySet<number> = new Set([0x23, 0x25, 0x26, 0x27]);
const isStart = (byte: number) => STARTS.has(byte);

/** A frame consists of the start (two equal bytes that identify the family), type, total length in two bytes. */
const measure: Measure = (bytes, at, end) => {
  const start = bytes[at] ?? 0;
  if (!isStart(start) || (at + 1 < end && bytes[at + 1] !== start)) return untilStart(bytes, at, end, isStart);
  if (end - at < HEAD_BYTES) return NEEDS_MORE_BYTES;
  const length = ((bytes[at + 3] ?? 0) << 8) + (bytes[at + 4] ?? 0);
  if (length < HEAD_BYTES || length > MAX_FRAME_BYTES) return untilStart(bytes, at, end, isStart);
  return length <= end - at ? length : NEEDS_MORE_BYTES;
};

const newT800xFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);

const TYPE = {
  login: 0x01,
  report: 0x02,
  heartbeat: 0x03,
  alarm: 0x04,
  /** The network for portable devices; behaviour for those with OBD. */
  networkOrBehaviour: 0x05,
  sensedBehaviour: 0x06,
  sensors: 0x10,
  network: 0x11,
  longerReport: 0x13,
  longerAlarm: 0x14,
  lock: 0x17,
  wireless: 0x24,
  wirelessAlarm: 0x25,
  command: 0x81,
} as const;

const ALARMS: ReadonlySet<number> = new Set([TYPE.alarm, TYPE.longerAlarm, TYPE.wirelessAlarm]);
/** Serial numbers with this bit request no answer. */
const NO_ANSWER = 0x8000;

interface Device {
  family: number;
  /** Eight bytes: a 0 and the fifteen digits. */
  identity: Uint8Array;
}

/** Creates a decoder for one connection. */
export function newT800xDecoder(): Decoder {
  let device: Device | null = null;
  return {
    decode: (frame) =>
      decodeOrFault(() => {
        const reader = new ByteReader(frame);
        const family = reader.u16();
        const type = reader.u8();
        const length = reader.u16();
        const serial = reader.u16();
        const identity = Uint8Array.from(reader.take(8));
        if (length < HEAD_BYTES) throw new BadFrame('no message of Topflytech');
        reader.end = Math.min(reader.end, length);
        device = { family, identity };
        const imei = new ByteReader(identity).hex(8).slice(1);
        const messages = messagesOf(family, type, reader);
        if (messages === null) return unknownMessage(type, [imei]);
        return {
          identities: [imei],
          messages,
          replies: answersTo(device, type, serial, messages),
        };
      }),
    encode: (command) => (device === null ? null : encodeCommand(command, device)),
  };
}

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** Null for a type that does not exist in this family. */
function messagesOf(family: number, type: number, reader: ByteReader): Message[] | null {
  switch (type) {
    case TYPE.heartbeat:
      return [bare('heartbeat')];
    case TYPE.login:
      return [bare('login')];
    case TYPE.report:
    case TYPE.alarm:
      return [family === FAMILY.portable ? portableReport(reader) : vehicleReport(reader, family, false)];
    case TYPE.longerReport:
    case TYPE.longerAlarm:
      return [family === FAMILY.portable ? portableReport(reader) : vehicleReport(reader, family, true)];
    case TYPE.sensors:
      return [sensorReport(reader)];
    case TYPE.network:
      return [networkReport(reader)];
    case TYPE.networkOrBehaviour:
      if (family === FAMILY.portable) return [networkReport(reader)];
      return family === FAMILY.obd ? behaviours(reader) : null;
    case TYPE.sensedBehaviour:
      return family === FAMILY.obd ? [sensedBehaviour(reader)] : null;
    case TYPE.lock:
      return family === FAMILY.portable ? [lockReport(reader)] : null;
    case TYPE.wireless:
    case TYPE.wirelessAlarm:
      return family === FAMILY.portable ? [wirelessReport(reader)] : null;
    // The number of the command's protocol, then two bytes per character.
    case TYPE.command: {
      reader.skip(1);
      const text = Buffer.from(reader.take(reader.remaining)).toString('utf16le');
      return [{ ...bare('reply'), text }];
    }
    default:
      return null;
  }
}

/** The header is returned; the first family's counts from 1, and an alarm's code follows it. */
function answersTo({ family, identity }: Device, type: number, serial: number, messages: readonly Message[]): Reply[] {
  if (type === TYPE.command || (serial & NO_ANSWER) !== 0) return [];
  const event = messages[0]?.attributes.event;
  const code = ALARMS.has(type) && typeof event === 'number' ? event : 0;
  const content = code > 0 ? Uint8Array.of(code) : new Uint8Array(0);
  const when = messages.some(({ kind }) => kind === 'report') ? 'stored' : 'now';
  return [{ when, bytes: messageTo({ family, identity }, type, family === FAMILY.first ? 1 : serial, content) }];
}

function messageTo({ family, identity }: Device, type: number, serial: number, content: Uint8Array): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  const view = new DataView(head.buffer);
  view.setUint16(0, family);
  head[2] = type;
  view.setUint16(3, HEAD_BYTES + content.length);
  view.setUint16(5, serial);
  head.set(identity, 7);
  return concat(head, content);
}

const SETTING = 0x01;

/** Texts as by SMS; the relay's command differs by model, so it is sent as text. */
function encodeCommand(command: Command, device: Device): Uint8Array | null {
  if (command.kind !== 'text' || !isAsciiLine(command.text)) return null;
  return messageTo(device, TYPE.command, 1, concat(Uint8Array.of(SETTING), asciiBytes(command.text)));
}

/**
 * Topflytech's devices: for vehicles (T8603, T8608, T8806, T8808, TLW), with OBD (TLW2), portable ones (TLP,
 * SolarGuard).
 */
export const t800x: StreamProtocol = {
  kind: 'stream',
  name: 't800x',
  title: 'Topflytech (T8803, TLW, TLP)',
  defaultPort: 5094,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['text'],
  newFramer: newT800xFramer,
  newDecoder: newT800xDecoder,
};
