import { BadFrame } from '../tools/bad-frame.ts';
import { ByteReader, concat } from '../tools/bytes.ts';
import { crc16CcittFalse } from '../tools/crc16.ts';
import { crc8 } from './framer.ts';

export const PACKET = { response: 0, data: 1, signedData: 2 } as const;
/** Subrecords by their type; `state` has a second number in some devices. */
export const PART = {
  recordResponse: 0,
  termIdentity: 1,
  resultCode: 9,
  position: 16,
  positionMore: 17,
  sensors: 18,
  counters: 19,
  stateOrAcceleration: 20,
  state: 21,
  loops: 22,
  analogue: 24,
  counter: 25,
  level: 27,
} as const;

export interface Part {
  type: number;
  content: ByteReader;
}

export interface ServiceRecord {
  number: number;
  /** The device's object number; null if the connection implies it. */
  object: number | null;
  /** When the record was made, UTC; null if not stated. */
  madeAt: Date | null;
  sender: number;
  receiver: number;
  parts: Part[];
}

export interface Packet {
  type: number;
  number: number;
  records: ServiceRecord[];
}

/** Times are seconds since 2010. A clock that was never set reports zero: null. */
export const momentOf = (seconds: number): Date | null =>
  seconds === 0 ? null : new Date(Date.UTC(2010, 0, 1) + seconds * 1000);

/** Reads a packet with both checksums correct. Throws BadFrame and FrameTooShort. */
export function readPacket(frame: Uint8Array): Packet {
  const reader = new ByteReader(frame);
  reader.skip(2);
  const flags = reader.u8();
  const headerBytes = reader.u8();
  reader.skip(1);
  const contentBytes = reader.u16le();
  const [number, type] = [reader.u16le(), reader.u8()];
  if ((flags & 0x3c) !== 0) throw new BadFrame('the packet is encrypted or compressed');
  if (headerBytes < 11) throw new BadFrame(`no header has ${headerBytes} bytes`);
  reader.offset = headerBytes - 1;
  if (crc8(frame, 0, headerBytes - 1) !== reader.u8()) throw new BadFrame('the checksum of the header is wrong');
  if (contentBytes === 0) return { type, number, records: [] };
  const close = headerBytes + contentBytes;
  const sum = new ByteReader(frame, close).u16le();
  if (crc16CcittFalse(frame, headerBytes, close) !== sum) throw new BadFrame('the checksum of the content is wrong');
  reader.end = close;
  if (type === PACKET.response) reader.skip(3);
  else if (type === PACKET.signedData) reader.skip(reader.u16le());
  else if (type !== PACKET.data) throw new BadFrame(`there is no packet of type ${type}`);
  const records: ServiceRecord[] = [];
  while (reader.remaining > 0) records.push(readRecord(reader));
  return { type, number, records };
}

/**
 * Reads these fields in order: length, number, flags, [object, event, time,] services, then subrecords of type, length
 * and content.
 */
function readRecord(reader: ByteReader): ServiceRecord {
  const length = reader.u16le();
  const [number, flags] = [reader.u16le(), reader.u8()];
  const object = (flags & 1) === 0 ? null : reader.u32le();
  if ((flags & 2) !== 0) reader.skip(4);
  const madeAt = (flags & 4) === 0 ? null : momentOf(reader.u32le());
  const [sender, receiver] = [reader.u8(), reader.u8()];
  const end = reader.skip(length) + length;
  const inside = new ByteReader(reader.bytes, end - length, end);
  const parts: Part[] = [];
  while (inside.remaining > 0) {
    const type = inside.u8();
    const size = inside.u16le();
    const from = inside.skip(size);
    parts.push({ type, content: new ByteReader(inside.bytes, from, from + size) });
  }
  return { number, object, madeAt, sender, receiver, parts };
}

const word = (value: number) => Uint8Array.of(value & 0xff, (value >> 8) & 0xff);
const PRIORITY_NORMAL = 0;
/** The flag that marks a service of the device as the recipient of the record. */
const TO_DEVICE = 0x40;

/** Builds a whole packet around its content, with both checksums. */
export function buildPacket(type: number, number: number, content: Uint8Array): Uint8Array {
  const head = concat(
    Uint8Array.of(1, 0, PRIORITY_NORMAL, 11, 0),
    word(content.length),
    word(number),
    Uint8Array.of(type),
  );
  return concat(head, Uint8Array.of(crc8(head, 0, head.length)), content, word(crc16CcittFalse(content)));
}

/** Builds a record of subrecords, sent from a service of the server to the same service of the device. */
export function buildRecord(
  number: number,
  service: number,
  parts: readonly (readonly [type: number, content: Uint8Array])[],
) {
  const inside = concat(...parts.map(([type, content]) => concat(Uint8Array.of(type), word(content.length), content)));
  return concat(word(inside.length), word(number), Uint8Array.of(TO_DEVICE, service, service), inside);
}

/** Confirms that a packet and each of its records arrived: 0 for each. */
export function buildResponse({ number, records }: Packet, ownNumber: number): Uint8Array {
  const services = [...new Set(records.map(({ sender }) => sender))];
  const answers = services.map((service, index) =>
    buildRecord(
      (ownNumber + index) & 0xffff,
      service,
      records
        .filter(({ sender }) => sender === service)
        .map((record) => [PART.recordResponse, concat(word(record.number), Uint8Array.of(0))]),
    ),
  );
  return buildPacket(PACKET.response, ownNumber, concat(word(number), Uint8Array.of(0), ...answers));
}
