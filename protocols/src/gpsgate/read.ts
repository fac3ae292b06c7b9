import { BadFrame } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { bareMessage, reportOf, decodedFrom } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import { recommendedMinimum } from '../tools/nmea.ts';
import { exclusiveOr, twoHexDigits } from '../tools/sums.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { dayFirst, degreesMinutes, KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Decoded, Message } from '../types.ts';

/** Reads sentences "$name,…*sum"; some devices omit the checksum. */
export function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).replaceAll('\0', '').trim();
  const star = text.lastIndexOf('*');
  const body = star < 0 ? text : text.slice(0, star);
  if (!body.startsWith('$')) throw new BadFrame('no sentence');
  if (star >= 0) checkSum(body, text.slice(star + 1));
  const fields = new Fields(body);
  const name = fields.text();
  switch (name) {
    case '$FRLIN':
      return login(fields);
    case '$FRVER':
      return decodedFrom([], null, [answer('FRVER,1,0,Milepost 1.0')]);
    case '$FRCMD':
      return command(fields);
    case '$GPRMC':
      return decodedFrom([], reportOf(recommendedMinimum(fields), {}));
    default:
      return decodedFrom([], null);
  }
}

/** The checksum is the XOR of all characters between the dollar sign and the star. */
const sumOf = (content: string) => twoHexDigits(exclusiveOr(asciiBytes(content)));

function checkSum(body: string, sum: string): void {
  const expected = twoHexDigits(exclusiveOr(Buffer.from(body.slice(1), 'latin1')));
  if (sum.toUpperCase() !== expected) throw new BadFrame(`the sum is ${expected}, not ${sum}`);
}

const answer = (content: string) => ({ when: 'now' as const, bytes: asciiBytes(`$${content}*${sumOf(content)}\r\n`) });

/** Reads domain, user, password; devices send "IMEI" or nothing for the domain. A session is opened for any device. */
function login(fields: Fields): Decoded {
  fields.skip();
  const user = fields.text().trim();
  if (user === '') throw new BadFrame('a login of nobody');
  return decodedFrom([user], bareMessage('login'), [answer('FRSES,1')]);
}

/**
 * Reads these fields in order: identity, order, options; with "_SendMessage" latitude, longitude, metres above sea
 * level, knots, course, ddmmyy, hhmmss.sss, 1 where the fix is valid, then names and values; with "_Ping" only these.
 */
function command(fields: Fields): Decoded {
  const identity = fields.text();
  if (identity === '') throw new BadFrame('a message of nobody');
  const order = fields.text();
  if (order !== '_SendMessage') {
    const attributes = keyedValues(fields);
    return decodedFrom([identity], bareMessage(order === '_Ping' ? 'heartbeat' : 'report', attributes));
  }
  fields.skip();
  return decodedFrom([identity], position(fields));
}

function position(fields: Fields): Message {
  const lat = degreesMinutes(fields.text(), fields.text());
  const lon = degreesMinutes(fields.text(), fields.text());
  const [altitudeM, knots, courseDeg] = [fields.number(), fields.number(), fields.numberIfAny() ?? 0];
  const time = dayFirst(fields.text(), fields.text());
  const valid = fields.text() === '1';
  const fix = fixOf({ time, valid, lat, lon, altitudeM, speedKph: knots * KNOT_KPH, courseDeg });
  return reportOf(fix, keyedValues(fields));
}

const NAMES = byWord<readonly [name: string, factor: number]>({
  voltage: ['batteryV', 1],
  odometer: ['odometerM', 1000],
});
const MAX_IDENTITIES = 20;

/** Fields "name=value" with a numeric value; a pressed button raises an alarm. */
function keyedValues(fields: Fields): Attributes {
  const attributes: Attributes = {};
  for (let count = 0; fields.left > 0 && count < MAX_IDENTITIES; count += 1) {
    const [name = '', text = ''] = fields.text().split('=', 2);
    const value = Number(text);
    if (!/^[A-Za-z]\w{0,30}$/.test(name) || text.trim() === '' || !Number.isFinite(value)) continue;
    if (name.toLowerCase() === 'sosbutton') {
      if (value === 1) attributes.alarm = ['sos'];
      continue;
    }
    const known = NAMES[name.toLowerCase()];
    if (known) attributes[known[0]] = value * known[1];
    else attributes[name[0]?.toLowerCase() + name.slice(1)] = value;
  }
  return attributes;
}
