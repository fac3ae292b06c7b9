/**
 * Commands to the device (codec 12) and its replies (codecs 12 to 15). Source: "Codec for communication over GPRS".
 */
import { toHex } from '../tools/bytes.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { fixOf, timeIfAny } from '../tools/fix.ts';
import type { Command, Fix, Message } from '../types.ts';
import { encodeTcpFrame } from './device.ts';
import { FrameFault } from './frame-fault.ts';

/** Returns the text from "SMS and GPRS commands" for a command. Digital output 1 drives the engine cut-off relay. */
function textOf(command: Command): string {
  if (command.kind === 'engineStop') return 'setdigout 1';
  if (command.kind === 'engineResume') return 'setdigout 0';
  return command.kind === 'locate' ? 'getgps' : command.text;
}

/** Builds a codec 12 frame, the same over TCP and UDP; null for an empty text or one that is not printable ASCII. */
export function encodeCommand(command: Command): Uint8Array | null {
  const text = textOf(command);
  if (!/^[\x20-\x7e]{1,1024}$/.test(text)) return null;
  const data = new Uint8Array(text.length + 8);
  data.set([0x0c, 1, 0x05]);
  new DataView(data.buffer).setUint32(3, text.length);
  data.set(new TextEncoder().encode(text), 7);
  data[data.length - 1] = 1;
  return encodeTcpFrame(data);
}

interface Answer {
  message: Message;
  identities: string[];
}

const CAMERA = 0x0d;
const REFUSED = 0x11;

/** A card reader on the serial port; the fifth field is the card. Source: Teltonika's notes on the serial modes. */
const CARD_READER = /^GTSL(?:\|[^|]*){3}\|([^|]+)/;

const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`;
/** The reply to `getgps`; firmware versions differ in the blanks. */
const GPS = new RegExp(
  String.raw`^GPS:(\d)\s+Sat:(\d+)\s+Lat:${NUMBER}\s+Long:${NUMBER}\s+Alt:${NUMBER}\s+Speed:${NUMBER}\s+Dir:${NUMBER}` +
    String.raw`\s+Date:\s*(\d{4})/(\d{1,2})/(\d{1,2})\s+Time:\s*(\d{1,2}):(\d\d):(\d\d)`,
);

/** Returns the fix in a reply to `getgps`; null for any other text, or impossible coordinates or time. */
function fixIn(text: string): Fix | null {
  const found = GPS.exec(text)?.slice(1).map(Number);
  if (!found) return null;
  const [gps = 0, satellites = 0, lat = 0, lon = 0, altitudeM = 0, speedKph = 0, courseDeg = 0, ...date] = found;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = date;
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180 || speedKph < 0) return null;
  return fixOf({ time, valid: gps > 0 && satellites > 0, lat, lon, altitudeM, speedKph, courseDeg });
}

function reply(deviceTime: Date | null, text: string): Message {
  const card = CARD_READER.exec(text)?.[1];
  if (card !== undefined) return { kind: 'report', deviceTime, fix: null, attributes: { driverTag: card } };
  return { kind: 'reply', deviceTime, fix: fixIn(text), attributes: {}, text };
}

function readText(bytes: Uint8Array): string {
  const printable = bytes.every((byte) => byte >= 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
  return printable ? new TextDecoder().decode(bytes).trim() : toHex(bytes);
}

/** A camera offers a photo (1: id and size) or sends a piece of one (2: id, offset, bytes). */
function readCamera(reader: ByteReader): Message {
  const offer = reader.u8() === 1;
  const photoId = reader.hex(4);
  const number = reader.u32();
  const attributes = offer ? { photoId, photoBytes: number } : { photoId, photoOffset: number };
  return { kind: 'report', deviceTime: null, fix: null, attributes };
}

/** An IMEI packed as hexadecimal digits into 8 bytes, with a leading zero. */
function readImei(reader: ByteReader): string {
  return reader.hex(8).replace(/^0/, '');
}

/**
 * Reads one reply: type, length, then by codec a time and an IMEI, and the text. Throws `FrameTooShort`, `FrameFault`.
 */
export function readAnswer(reader: ByteReader, codec: number, only: boolean): Answer {
  const type = reader.u8();
  let length = reader.u32();
  // Some firmware does not count the time in the length of codec 13: a single reply extends to the closing count.
  if (only && codec === 0x0d) length = reader.remaining - 1;
  if (length > reader.remaining) throw new FrameFault('an answer is longer than its frame');
  const end = reader.offset + length;
  if (codec === 0x0c && type === CAMERA) {
    const message = readCamera(reader);
    reader.offset = end;
    return { message, identities: [] };
  }
  const seconds = codec === 0x0d || codec === 0x0f ? reader.u32() : 0;
  const deviceTime = timeIfAny(() => new Date(seconds * 1000));
  const identities = codec === 0x0e || codec === 0x0f ? [readImei(reader)] : [];
  if (reader.offset > end) throw new FrameFault('an answer is shorter than its head');
  const text = readText(reader.take(end - reader.offset));
  const refused = codec === 0x0e && type === REFUSED;
  return { message: reply(deviceTime, refused ? `refused: not this IMEI ${text}`.trim() : text), identities };
}
