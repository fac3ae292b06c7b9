import { BadFrame, decodeOrFault, NOTHING_SAID } from '../tools/bad-frame.ts';
import { decimal, Fields } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { textOf } from '../tools/text.ts';
import { dayFirst, degreesMinutes, KNOT_KPH } from '../tools/units.ts';
import type { Decoded, Decoder, Message } from '../types.ts';

const LOGIN: Message = { kind: 'login', deviceTime: null, fix: null, attributes: {} };

/** Nothing is answered; commands go by SMS. */
export function newV680Decoder(): Decoder {
  return { decode: (frame) => decodeOrFault(() => decodeText(textOf(frame).trim())), encode: () => null };
}

/** IMEI; then phone, whether there is a fix, password, what it reports for, and places of cell, "V" in some, place, day, clock. */
function decodeText(text: string): Decoded {
  const fields = new Fields(text.replace(/#+$/, ''), '#');
  fields.skip();
  const identity = fields.text();
  if (!text.startsWith('#') || !isImei(identity)) throw new BadFrame('no message of V680');
  const said = { ...NOTHING_SAID, identities: [identity] };
  if (fields.left === 0) return { ...said, messages: [LOGIN] };
  fields.skip();
  const valid = fields.text() === '1';
  fields.skip();
  const event = fields.text();
  fields.skip();
  const messages: Message[] = [];
  while (fields.left > 2) {
    // A cell with its neighbours has commas as well, and no hemisphere.
    const at = fields.find((field) => /,[EW],/.test(field));
    if (at < 0) break;
    fields.skip(at - fields.at);
    messages.push(place(fields, valid, event));
  }
  if (messages.length === 0) throw new BadFrame('there is no place in it');
  return { ...said, messages };
}

/** Longitude, E or W, latitude, N or S, knots, course; ddmmyy; hhmmss with or without ".sss". */
function place(fields: Fields, valid: boolean, event: string): Message {
  const [lon = '', east = '', lat = '', north = '', knots = '', course = ''] = fields.text().split(',');
  const [day, clock] = [fields.text(), fields.text()];
  const time = dayFirst(day, clock);
  const fix = fixOf({
    time,
    valid,
    ...coordinates(lat, north, lon, east),
    speedKph: decimal(knots) * KNOT_KPH,
    courseDeg: course === '' ? 0 : decimal(course),
  });
  return { kind: 'report', deviceTime: time, fix, attributes: { event, ...(event === 'SOS' && { alarm: ['sos'] }) } };
}

/** Degrees and minutes, or degrees where both are such as degrees can be. */
function coordinates(lat: string, north: string, lon: string, east: string): { lat: number; lon: number } {
  if (decimal(lat) > 90 || decimal(lon) > 180) {
    return { lat: degreesMinutes(lat, north), lon: degreesMinutes(lon, east) };
  }
  return { lat: (north === 'S' ? -1 : 1) * decimal(lat), lon: (east === 'W' ? -1 : 1) * decimal(lon) };
}
