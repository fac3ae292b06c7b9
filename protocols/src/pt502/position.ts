import { BadFrame } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { Fields, hexadecimalIfAny } from '../tools/fields.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { digitSwitches } from '../tools/switches.ts';
import { dayFirst, degreesMinutesIfAny, KNOT_KPH } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

/** Reasons for which a device reports, by the first three letters of its message. */
const ALARMS = byWord<AlarmCode>({
  IN1: 'sos',
  GOF: 'geofence',
  TOW: 'tow',
  HDA: 'hardAcceleration',
  HDB: 'hardBraking',
  FDA: 'fatigueDriving',
  SKA: 'vibration',
  PMA: 'movement',
  CPA: 'powerCut',
});
const [PLAIN, PHOTOGRAPH] = ['POS', 'PHO'];
const MAX_SWITCHES = 8;
/** Battery, signal and satellites are 0 to 15 each. */
const MAX_NIBBLE = 15;

/**
 * Reads these fields in order: reason, identity, hhmmss.sss, A or V, latitude, N or S, longitude, E or W, knots,
 * course, ddmmyy, empty fields; then separated by slashes: the receiver's mode, inputs and outputs, converter readings
 * in hexadecimal, metres driven, the driver's card, and one hexadecimal digit each for battery, signal and satellites.
 */
export function position(text: string): { identity: string; message: Message } {
  const slash = text.indexOf('/');
  const fields = new Fields(slash < 0 ? text : text.slice(0, slash));
  const whole = fields.text();
  const reason = whole.slice(0, 3);
  // The announcement of a photograph follows its three letters.
  if (whole.length !== 3 && reason !== PHOTOGRAPH) throw new BadFrame('no message of PT502');
  const identity = fields.text();
  if (identity === '') throw new BadFrame('a message of nobody');
  const clock = fields.text();
  const valid = fields.text() === 'A';
  const lat = degreesMinutesIfAny(fields.text(), fields.text());
  const lon = degreesMinutesIfAny(fields.text(), fields.text());
  const [speedKph, courseDeg] = [(fields.numberIfAny() ?? 0) * KNOT_KPH, fields.numberIfAny() ?? 0];
  const time = timeIfAny(() => dayFirst(fields.text(), clock));
  const alarm = ALARMS[reason];
  const attributes: Attributes = {
    ...(reason !== PLAIN && { event: reason }),
    ...(alarm !== undefined && { alarm: [alarm] }),
    ...(slash >= 0 && state(new Fields(text.slice(slash + 1), '/'))),
  };
  const fix = fixIfAny({ time, valid, lat, lon, speedKph, courseDeg });
  return { identity, message: { kind: 'report', deviceTime: time, fix, attributes } };
}

const next = (fields: Fields) => (fields.left > 0 ? fields.text() : '');

function state(fields: Fields): Attributes {
  const [inputs = '', outputs = ''] = next(fields).split(',');
  const attributes = { ...readSwitches('input', inputs), ...readSwitches('output', outputs) };
  for (const [index, part] of next(fields).split(',').slice(0, MAX_SWITCHES).entries()) {
    const value = hexadecimalIfAny(part);
    if (value !== undefined) attributes[`analog${index + 1}`] = value;
  }
  const odometerM = fields.numberIfAny();
  const card = next(fields);
  const levels = next(fields).trim();
  const value = levels.length === 3 ? hexadecimalIfAny(levels) : undefined;
  return {
    ...attributes,
    ...(odometerM !== undefined && { odometerM }),
    ...(card !== '' && { driverTag: card }),
    ...(value !== undefined && {
      batteryPercent: Math.round(((value >> 8) * 100) / MAX_NIBBLE),
      rssi: (value >> 4) & MAX_NIBBLE,
      satellites: value & MAX_NIBBLE,
    }),
  };
}

function readSwitches(name: 'input' | 'output', text: string): Attributes {
  return /^[01]{1,8}$/.test(text) ? digitSwitches(name, text, 'last') : {};
}
