import type { Attributes, Decoded, Fix } from '../types.ts';
import type { Packet } from './frame.ts';
import { decoded, message } from './outcome.ts';

const UTF16_BE = new TextDecoder('utf-16be');
const UTF8 = new TextDecoder('utf-8');

const WHERE = new RegExp(
  String.raw`^Current position!\s*Lat:([NS])(\d+\.\d+),\s*Lon:([EW])(\d+\.\d+),\s*Course:(\d+(?:\.\d+)?),` +
    String.raw`\s*Speed:(\d+(?:\.\d+)?),\s*DateTime:(\d{4})-(\d\d)-(\d\d)\s+(\d\d):(\d\d):(\d\d)`,
);

function reply(text: string): Decoded {
  const fix = fixOf(text);
  return decoded([{ ...message('reply', fix, {}), text }]);
}

/** The fix in a reply to WHERE#, or null. */
function fixOf(text: string): Fix | null {
  const found = WHERE.exec(text);
  if (found === null) return null;
  const [, northSouth, lat, eastWest, lon, course, speed, ...date] = found;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = date.map(Number);
  return {
    time: new Date(Date.UTC(year, month - 1, day, hour, minute, second)),
    valid: true,
    lat: northSouth === 'S' ? 0 - Number(lat) : Number(lat),
    lon: eastWest === 'W' ? 0 - Number(lon) : Number(lon),
    altitudeM: null,
    speedKph: Number(speed),
    courseDeg: Number(course) % 360,
  };
}

const trimmed = (text: string): string => text.replaceAll('\0', '').trim();

/**
 * Decodes 0x15: length, server's flag, text in ASCII, language. Some firmware omits the length and pads with zeros.
 */
export function decodeAsciiReply(packet: Packet): Decoded {
  const { reader } = packet;
  const length = reader.u8();
  if (reader.remaining < 4) return reply('');
  reader.skip(4);
  const room = Math.max(0, reader.remaining - 2);
  const text = trimmed(reader.text(length > 4 ? Math.min(length - 4, reader.remaining) : room));
  const iccid = /^<ICCID:([0-9A-Fa-f]{18,20})/.exec(text)?.[1];
  if (iccid === undefined) return reply(text);
  const attributes: Attributes = { iccid };
  return decoded([message('report', null, attributes)]);
}

/** Decodes 0x21: server's flag, kind of characters (1: one byte, 2: UTF-16), text. */
export function decodeReply(packet: Packet): Decoded {
  const { reader } = packet;
  reader.skip(4);
  const wide = reader.u8() !== 1;
  const bytes = reader.take(reader.remaining);
  return reply(trimmed((wide ? UTF16_BE : UTF8).decode(bytes)));
}
