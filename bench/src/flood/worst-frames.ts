import { encodeLogin as encodeGt06Login } from '@milepost/protocols/gt06/device';
import { encodeLogin, encodeTcpFrame } from '@milepost/protocols/teltonika/device';

/** The most expensive input for a server to buffer or decode, by protocol, with valid checksums. */

const FRAME_BYTES = 32_700;
const AVL_HEAD_BYTES = 24;

/** Time, priority, position, altitude, course, satellites, speed: recent, so that it is tracked as well. */
function recordHead(time: number): Buffer {
  const head = Buffer.alloc(AVL_HEAD_BYTES);
  head.writeBigUInt64BE(BigInt(time));
  head.writeInt32BE(-561_600_000, 9);
  head.writeInt32BE(-349_000_000, 13);
  head.writeUInt8(9, 21);
  return head;
}

const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);

/** Codec 8 Extended, one record with as many elements as fit that have an id and no bytes. */
export function manyElements(time: number): Buffer {
  const count = Math.floor((FRAME_BYTES - 60) / 4);
  const elements = Buffer.alloc(count * 4);
  for (let index = 0; index < count; index++) elements.writeUInt16BE((index * 7 + 11_000) & 0xffff, index * 4);
  const groups = Buffer.alloc(8);
  return Buffer.concat([
    Buffer.from([0x8e, 1]),
    recordHead(time),
    u16(0),
    u16(count),
    groups,
    u16(count),
    elements,
    Buffer.of(1),
  ]);
}

/** Codec 8, 255 records with one-byte elements that fill a frame to its maximum. */
export function manyRecords(time: number): Buffer {
  const perRecord = Math.floor((FRAME_BYTES / 255 - AVL_HEAD_BYTES - 6) / 2);
  const records = Array.from({ length: 255 }, (_, index) => {
    const elements = Buffer.alloc(perRecord * 2);
    for (let at = 0; at < perRecord; at++) elements.writeUInt8((at * 5 + index) & 0xff, at * 2);
    const counts = [0, perRecord, perRecord];
    return Buffer.concat([recordHead(time - index * 1000), Buffer.from(counts), elements, Buffer.alloc(3)]);
  });
  return Buffer.concat([Buffer.from([0x08, 255]), ...records, Buffer.of(255)]);
}

/** Codec 8 Extended, one element of 32 kB that is a list of beacons. */
export function manyBeacons(time: number): Buffer {
  const bytes = Buffer.alloc(FRAME_BYTES - 60, 0x11);
  const element = Buffer.concat([u16(385), u16(bytes.length), bytes]);
  const head = [Buffer.from([0x8e, 1]), recordHead(time), u16(0), u16(1), Buffer.alloc(8), u16(1)];
  return Buffer.concat([...head, element, Buffer.of(1)]);
}

/** Codec 7, 255 empty records in 1.3 kB. */
export function manyNothings(): Buffer {
  return Buffer.concat([Buffer.from([0x07, 255]), Buffer.alloc(255 * 5), Buffer.of(255)]);
}

export const teltonikaFrames = (time: number): Buffer[] =>
  [manyElements(time), manyRecords(time), manyBeacons(time), manyNothings()].map((data) =>
    Buffer.from(encodeTcpFrame(data)),
  );

/** A datagram with the same data. */
export function teltonikaDatagram(imei: string, packetId: number, data: Buffer): Buffer {
  const body = Buffer.concat([u16(packetId & 0xffff), Buffer.from([1, packetId & 0xff]), encodeLogin(imei), data]);
  return Buffer.concat([u16(body.length), body]);
}

/** Half of a frame with a declared length of 32 kB. */
export function halfFrame(): Buffer {
  const frame = Buffer.from(encodeTcpFrame(Buffer.alloc(FRAME_BYTES, 1)));
  return frame.subarray(0, frame.length - 1);
}

/** GT06: every sixth byte looks like the beginning of a frame of 3 kB with a valid end. */
export function gt06FalseStarts(): Buffer {
  const garbage = Buffer.alloc(65_532);
  for (let at = 0; at < garbage.length; at += 6) garbage.set([0x79, 0x79, 0x0b, 0xb8, 0x0d, 0x0a], at);
  return garbage;
}

/** GT06 logins one after the other, each of which gets a reply. */
export const gt06Logins = (imei: string): Buffer =>
  Buffer.concat(Array.from({ length: 2000 }, (_, serial) => encodeGt06Login(imei, serial & 0xffff)));

const MAX_BODY = 65_000;

/** A phone's body with as many positions as fit, each on another day. */
export function manyDays(id: string, now: number): string {
  const locations: string[] = [];
  let length = 0;
  for (let day = 1; day < 390; day++) {
    const timestamp = new Date(now - day * 86_400_000).toISOString();
    const coords = { latitude: -34.9, longitude: -56.1 + day / 10_000 };
    const one = JSON.stringify({ timestamp, coords });
    length += one.length + 1;
    if (length > MAX_BODY) break;
    locations.push(one);
  }
  return `{"device_id":"${id}","location":[${locations.join(',')}]}`;
}

/** A phone's body of 1,000 positions without anything else. */
export function manyPlaces(id: string): string {
  const location = '{"coords":{"latitude":1,"longitude":2}}';
  return `{"device_id":"${id}","location":[${Array.from({ length: 1000 }, () => location).join(',')}]}`;
}
