import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { decimalIfAny, Fields } from '../tools/fields.ts';
import { timed, timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { textOf } from '../tools/text.ts';
import { dayFirst, degreesMinutesIfAny, KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Decoded, Decoder, Message } from '../types.ts';

const LOGIN: Message = { kind: 'login', deviceTime: null, fix: null, attributes: {} };

/** Nothing is answered; commands go by SMS. */
export function newV680Decoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeText(textOf(frame).trim())), encode: () => null };
}

/**
 * Reads these fields in order: IMEI; then phone, whether there is a fix, password, reason of the report, and positions
 * of cell, "V" in some, coordinates, date, time.
 */
function decodeText(text: string): Decoded {
  const fields = new Fields(text.replace(/#+$/, ''), '#');
  fields.skip();
  const identity = fields.text();
  if (!text.startsWith('#') || !isImei(identity)) throw new BadFrame('no message of V680');
  const decoded = { ...NOTHING_DECODED, identities: [identity] };
  if (fields.left === 0) return { ...decoded, messages: [LOGIN] };
  fields.skip();
  const valid = fields.textIfAny() === '1';
  fields.skip();
  const event = fields.textIfAny();
  fields.skip();
  const attributes: Attributes = { event, ...(event === 'SOS' && { alarm: ['sos'] }) };
  const messages: Message[] = [];
  while (fields.left > 2) {
    // A cell with its neighbours contains commas too, but no hemisphere.
    const at = fields.find((field) => /,[EW],/.test(field));
    if (at < 0) break;
    fields.skip(at - fields.at);
    messages.push(place(fields, valid, { ...attributes }));
  }
  // Without a position it is a heartbeat with the reason of the report.
  if (messages.length === 0) messages.push({ kind: 'report', ...timed(null, null), attributes });
  return { ...decoded, messages };
}

/**
 * Reads these fields in order: longitude, E or W, latitude, N or S, knots, course; ddmmyy; hhmmss with or without
 * ".sss".
 */
function place(fields: Fields, valid: boolean, attributes: Attributes): Message {
  const [lon = '', east = '', lat = '', north = '', knots = '', course = ''] = fields.text().split(',');
  const [day, clock] = [fields.textIfAny(), fields.textIfAny()];
  const time = timeIfAny(() => dayFirst(day, clock));
  const speedKph = (decimalIfAny(knots) ?? 0) * KNOT_KPH;
  const where = { valid, ...coordinates(lat, north, lon, east), speedKph, courseDeg: decimalIfAny(course) };
  return { kind: 'report', ...timedWithZeros(time, where), attributes };
}

/** Degrees and minutes, or degrees if both are in the range of degrees. */
function coordinates(lat: string, north: string, lon: string, east: string) {
  const [plainLat, plainLon] = [decimalIfAny(lat), decimalIfAny(lon)];
  if (plainLat === undefined || plainLon === undefined) return { lat: undefined, lon: undefined };
  if (plainLat > 90 || plainLon > 180) {
    return { lat: degreesMinutesIfAny(lat, north), lon: degreesMinutesIfAny(lon, east) };
  }
  return { lat: north === 'S' ? -plainLat : plainLat, lon: east === 'W' ? -plainLon : plainLon };
}
