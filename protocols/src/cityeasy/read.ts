import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { ByteReader } from '../tools/bytes.ts';
import { bareMessage, decodedFrom } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { KNOT_KPH, wholeMoment } from '../tools/units.ts';
import type { Decoded, Message } from '../types.ts';
import { LEAST_BYTES, START } from './framer.ts';

const [STATUS, LOCATION_REPORT] = [0x0002, 0x0003];
/** Of the server, and of the device that answers it. */
export const LOCATION_REQUEST = 0x0004;
/** Count, check and end. */
const BEHIND_BYTES = 8;

/** Two bytes, how many in all, the identity without its last digit, type, what that says, count, check, end. */
export function read(frame: Uint8Array): Decoded {
  if (frame.length < LEAST_BYTES) throw new BadFrame('no frame of CityEasy');
  const reader = new ByteReader(frame, 0, frame.length - BEHIND_BYTES);
  if (reader.u8() !== START || reader.u8() !== START) throw new BadFrame('no frame of CityEasy');
  reader.skip(2);
  const short = reader.hex(7);
  if (!/^\d{14}$/.test(short)) throw new BadFrame(`"${short}" is no IMEI`);
  const identities = [`${short}${checkDigit(short)}`, short];
  const type = reader.u16();
  if (type === LOCATION_REPORT || type === LOCATION_REQUEST) {
    return decodedFrom(identities, position(reader.text(reader.remaining)));
  }
  if (type !== STATUS) throw new UnknownType(type, identities);
  return decodedFrom(identities, bareMessage('heartbeat'));
}

/** The last digit of an IMEI: every second digit twice, the sum of all digits, what is missing to ten (Luhn). */
function checkDigit(digits: string): number {
  let sum = 0;
  for (const [index, letter] of Array.from(digits).entries()) {
    const doubled = Number(letter) * (index % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** yyyymmddhhmmss, A or V, satellites, the sides before their degrees, knots, HDOP, metres; ";" and the cells around. */
function position(text: string): Message {
  const [place = ''] = text.split(';', 1);
  if (place === '') return bareMessage('heartbeat');
  const fields = new Fields(place);
  const moment = fields.textIfAny();
  const time = timeIfAny(() => wholeMoment(moment));
  const valid = fields.textIfAny() === 'A';
  const satellites = fields.value();
  const [lat, lon] = [sided(fields), sided(fields)];
  const [knots, hdop, altitudeM] = [fields.value(), fields.value(), fields.value()];
  const reported = timed(time, { valid, lat, lon, altitudeM, speedKph: knots * KNOT_KPH });
  return { kind: 'report', ...reported, attributes: { satellites, hdop } };
}

function sided(fields: Fields): number {
  const side = fields.textIfAny();
  const degrees = fields.value();
  return side === 'S' || side === 'W' ? -degrees : degrees;
}
