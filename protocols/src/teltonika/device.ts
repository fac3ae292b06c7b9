/**
 * The device's side of the Teltonika protocol: a tracker's messages, and its parser for the server's answers. For
 * simulators, benchmarks and tests. Layouts: Teltonika's "Data Sending Protocols".
 */
import { concat } from '../tools/bytes.ts';
import { crc16Ibm } from '../tools/crc16.ts';

/** One AVL record as a device measures it; omitted values are not sent. */
export interface AvlRecord {
  time: Date;
  /** Degrees. */
  lat: number;
  lon: number;
  altitudeM?: number;
  speedKph?: number;
  courseDeg?: number;
  /** 0 means that the device has no fix; 12 if omitted. */
  satellites?: number;
  /** 0 low, 1 high, 2 panic. */
  priority?: 0 | 1 | 2;
  /** IO element that triggered the report; 0 for a periodic record. */
  event?: number;
  ignition?: boolean;
  motion?: boolean;
  /** 0 to 5. */
  gsmSignal?: number;
  powerV?: number;
  batteryV?: number;
  batteryPercent?: number;
  odometerM?: number;
  /** iButton number, 16 hexadecimal digits. */
  driverTag?: string;
  /** Any other IO elements. */
  elements?: readonly AvlElement[];
}

/** An IO element of 1, 2, 4 or 8 bytes. */
export interface AvlElement {
  id: number;
  size: 1 | 2 | 4 | 8;
  value: number | bigint;
}

/** Codec 8, 8 Extended and 16. */
export type AvlCodec = 0x08 | 0x8e | 0x10;

const SIZES = [1, 2, 4, 8] as const;

function elementsOf(record: AvlRecord): AvlElement[] {
  const elements: AvlElement[] = [];
  const add = (id: number, size: AvlElement['size'], value: number | bigint | undefined): void => {
    if (value !== undefined) elements.push({ id, size, value });
  };
  add(239, 1, record.ignition === undefined ? undefined : Number(record.ignition));
  add(240, 1, record.motion === undefined ? undefined : Number(record.motion));
  add(21, 1, record.gsmSignal);
  add(113, 1, record.batteryPercent);
  add(66, 2, record.powerV === undefined ? undefined : Math.round(record.powerV * 1000));
  add(67, 2, record.batteryV === undefined ? undefined : Math.round(record.batteryV * 1000));
  add(16, 4, record.odometerM === undefined ? undefined : Math.round(record.odometerM));
  // The bytes of an iButton number are sent lowest first.
  if (record.driverTag !== undefined) add(78, 8, swap64(BigInt(`0x${record.driverTag}`)));
  return record.elements === undefined ? elements : elements.concat(record.elements);
}

function swap64(value: bigint): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, value, true);
  return view.getBigUint64(0);
}

/** Appends big-endian numbers to a growing buffer. */
class Writer {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  #room(count: number): number {
    const at = this.#length;
    this.#length = at + count;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, 2 * this.#bytes.length));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }

  /** An unsigned or two's complement number; excess high bits are dropped. */
  number(size: 1 | 2 | 4 | 8, value: number | bigint): void {
    const at = this.#room(size);
    if (size === 8) this.#view.setBigUint64(at, BigInt(value));
    else if (size === 4) this.#view.setInt32(at, Number(value));
    else if (size === 2) this.#view.setInt16(at, Number(value));
    else this.#view.setInt8(at, Number(value));
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}

function writeRecord(out: Writer, record: AvlRecord, codec: AvlCodec): void {
  const idSize = codec === 0x08 ? 1 : 2;
  const countSize = codec === 0x8e ? 2 : 1;
  out.number(8, BigInt(record.time.getTime()));
  out.number(1, record.priority ?? 0);
  out.number(4, Math.round(record.lon * 1e7));
  out.number(4, Math.round(record.lat * 1e7));
  out.number(2, Math.round(record.altitudeM ?? 0));
  out.number(2, Math.round(record.courseDeg ?? 0) % 360);
  out.number(1, record.satellites ?? 12);
  out.number(2, Math.round(record.speedKph ?? 0));
  out.number(idSize, record.event ?? 0);
  if (codec === 0x10) out.number(1, record.event ? 6 : 7); // generation type: eventual, periodical
  const elements = elementsOf(record);
  out.number(countSize, elements.length);
  for (const size of SIZES) {
    const ofSize = elements.filter((element) => element.size === size);
    out.number(countSize, ofSize.length);
    for (const element of ofSize) {
      out.number(idSize, element.id);
      out.number(size, element.value);
    }
  }
  if (codec === 0x8e) out.number(2, 0); // no elements of variable length
}

function avlData(records: readonly AvlRecord[], codec: AvlCodec): Uint8Array {
  if (records.length === 0 || records.length > 255) throw new RangeError('a packet carries 1 to 255 records');
  const out = new Writer();
  out.number(1, codec);
  out.number(1, records.length);
  for (const record of records) writeRecord(out, record, codec);
  out.number(1, records.length);
  return out.finish();
}

/** Builds the TCP frame around any codec's data: preamble, length, data, CRC-16/IBM. */
export function encodeTcpFrame(data: Uint8Array): Uint8Array {
  const frame = new Uint8Array(data.length + 12);
  const view = new DataView(frame.buffer);
  view.setUint32(4, data.length);
  frame.set(data, 8);
  view.setUint32(data.length + 8, crc16Ibm(data));
  return frame;
}

/** The first message of a device on a TCP connection: its IMEI. */
export function encodeLogin(imei: string): Uint8Array {
  const text = new TextEncoder().encode(imei);
  return concat(new Uint8Array([text.length >> 8, text.length & 0xff]), text);
}

/** A TCP frame of 1 to 255 records, otherwise `RangeError`. */
export function encodeAvl(records: readonly AvlRecord[], codec: AvlCodec = 0x08): Uint8Array {
  return encodeTcpFrame(avlData(records, codec));
}

/** A UDP datagram of 1 to 255 records, otherwise `RangeError`. Both ids are repeated in the acknowledgement. */
export function encodeAvlUdp(
  imei: string,
  packetId: number,
  avlPacketId: number,
  records: readonly AvlRecord[],
  codec: AvlCodec = 0x08,
): Uint8Array {
  const body = concat(encodeLogin(imei), avlData(records, codec));
  const head = new Uint8Array(6);
  const view = new DataView(head.buffer);
  view.setUint16(0, body.length + 4);
  view.setUint16(2, packetId);
  view.setUint8(4, 1);
  view.setUint8(5, avlPacketId);
  return concat(head, body);
}

/** The device's reply to a command (codec 12, type 6). */
export function encodeReply(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const head = new Uint8Array([0x0c, 1, 0x06, 0, 0, 0, 0]);
  new DataView(head.buffer).setUint32(3, bytes.length);
  return encodeTcpFrame(concat(head, bytes, new Uint8Array([1])));
}

/** The reply to `getgps`. */
export function gpsText(
  record: Pick<AvlRecord, 'time' | 'lat' | 'lon' | 'altitudeM' | 'speedKph' | 'courseDeg' | 'satellites'>,
): string {
  const { time, lat, lon, altitudeM = 0, speedKph = 0, courseDeg = 0, satellites = 12 } = record;
  const place = `Lat:${lat.toFixed(6)} Long:${lon.toFixed(6)} Alt:${Math.round(altitudeM)}`;
  const motion = `Speed:${Math.round(speedKph)} Dir:${Math.round(courseDeg)}`;
  const date = `Date:${time.getUTCFullYear()}/${time.getUTCMonth() + 1}/${time.getUTCDate()}`;
  return `GPS:${satellites > 0 ? 1 : 0} Sat:${satellites} ${place} ${motion} ${date} Time:${time.toISOString().slice(11, 19)}`;
}

/** The server's messages to a device over TCP. */
export type ServerReply =
  | { kind: 'login'; accepted: boolean }
  | { kind: 'ack'; records: number }
  | { kind: 'command'; text: string };

/** Reads the server's bytes on one TCP connection, whatever their segmentation. */
export class DeviceReader {
  #pending: Uint8Array = new Uint8Array(0);
  #loggedIn = false;

  /** Returns the replies completed by these bytes, in order. */
  push(chunk: Uint8Array): ServerReply[] {
    const bytes = this.#pending.length === 0 ? chunk : concat(this.#pending, chunk);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const decoded: ServerReply[] = [];
    let at = 0;
    while (at < bytes.length) {
      if (!this.#loggedIn) {
        this.#loggedIn = bytes[at] === 1;
        decoded.push({ kind: 'login', accepted: this.#loggedIn });
        at += 1;
        continue;
      }
      if (at + 4 > bytes.length) break;
      const records = view.getUint32(at);
      if (records !== 0) {
        decoded.push({ kind: 'ack', records });
        at += 4;
        continue;
      }
      // Four zero bytes are the preamble of a command: a server never acknowledges zero records.
      if (at + 8 > bytes.length) break;
      const end = at + 12 + view.getUint32(at + 4);
      if (end > bytes.length) break;
      decoded.push({ kind: 'command', text: new TextDecoder().decode(bytes.subarray(at + 15, end - 5)) });
      at = end;
    }
    this.#pending = bytes.slice(at);
    return decoded;
  }
}
