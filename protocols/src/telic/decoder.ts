import { BadFrame, decodeOrFault, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { Fields } from '../tools/fields.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { textOf } from '../tools/text.ts';
import { dayFirst } from '../tools/units.ts';
import { digitSwitches } from '../tools/switches.ts';
import type { AlarmCode, Attributes, Decoded, Decoder, Message } from '../types.ts';

/** Reasons for which a device reports (Picotrack, "event types"). */
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  1: 'powerOn',
  2: 'sos',
  5: 'powerOff',
  7: 'geofenceEnter',
  8: 'geofenceExit',
  22: 'lowBattery',
  25: 'movement',
};
/** Four digits of the kind, the device (its number or IMEI), the event. */
const HEAD = /^\d{4}(\d{15}|\d{6})(\d{1,2})$/;
/** A login: the device number, followed after bars by its description. */
const LOGIN = /^\d{4}(\d{6})\|/;

/** Creates a decoder for one connection. Nothing is answered, and commands go by SMS. */
export function newTelicDecoder(): Decoder {
  return {
    decode: (frame) => decodeOrFault(() => decodeText(lettersOf(frame))),
    encode: () => null,
  };
}

const isLetter = (byte: number) => byte >= 0x20 && byte <= 0x7e;

/** The text without its leading length or trailing zero. */
function lettersOf(frame: Uint8Array): string {
  // The length of a text of up to 255 bytes may look like a letter; the bytes after it do not.
  const isCounted = frame.length > 4 && frame[2] === 0 && frame[3] === 0;
  const text = isCounted ? frame.subarray(4) : frame;
  const end = text.findIndex((byte) => !isLetter(byte));
  return textOf(end < 0 ? text : text.subarray(0, end));
}

function decodeText(text: string): Decoded {
  const [, login] = LOGIN.exec(text) ?? [];
  if (login !== undefined) return { ...NOTHING_DECODED, identities: [login], messages: [bare('login')] };
  const fields = new Fields(text);
  const [, identity, event] = HEAD.exec(fields.text()) ?? [];
  // Some devices send texts about their settings under the same header, with neither position nor state.
  if (identity === undefined || event === undefined) {
    if (/^\d{10}[A-Z]{4}/.test(text)) return NOTHING_DECODED;
    throw new BadFrame('no message of Telic');
  }
  return { ...NOTHING_DECODED, identities: [identity], messages: [position(Number(event), fields)] };
}

const bare = (kind: Message['kind']): Message => ({ kind, deviceTime: null, fix: null, attributes: {} });

/** A coordinate above this has six decimals; with four it would be out of range. */
const MAX_OF_FOUR = { lat: 900_000, lon: 1_800_000 };
const NO_FIX = 1;

/**
 * Reads these fields in order: time of the record, counter, time of the fix, longitude, latitude (four decimals, in
 * newer devices six), fix (1 none, 2, 3), km/h, course, satellites, HDOP, VDOP, metres above sea level, metres driven,
 * cell, inputs, outputs, battery, …
 */
function position(event: number, fields: Fields): Message {
  const recordedAt = fields.text();
  const recorded = timeIfAny(() => moment(recordedAt));
  fields.skip();
  const time = timeIfAny(() => moment(fields.text()));
  const [lon, lat] = [fields.value(), fields.value()];
  const divisor = Math.abs(lat) > MAX_OF_FOUR.lat || Math.abs(lon) > MAX_OF_FOUR.lon ? 1e6 : 1e4;
  const valid = fields.numberIfAny() !== NO_FIX;
  const [speedKph, courseDeg] = [fields.numberIfAny() ?? 0, fields.numberIfAny() ?? 0];
  const [satellites, hdop] = [fields.numberIfAny(), fields.numberIfAny()];
  fields.skip();
  const [altitudeM, odometerM] = [fields.numberIfAny() ?? null, fields.numberIfAny()];
  fields.skip();
  const inputs = fields.left > 0 ? fields.text() : '';
  const alarm = ALARMS[event];
  const attributes: Attributes = {
    event,
    ...(alarm !== undefined && { alarm: [alarm] }),
    ...(satellites !== undefined && { satellites }),
    ...(hdop !== undefined && { hdop }),
    ...(odometerM !== undefined && { odometerM }),
    ...digitSwitches('input', inputs, 'last'),
  };
  const fix = fixIfAny({ time, valid, lat: lat / divisor, lon: lon / divisor, speedKph, courseDeg, altitudeM });
  return { kind: 'report', deviceTime: recorded, fix, attributes };
}

const moment = (text: string) => dayFirst(text.slice(0, 6), text.slice(6));
