import { BadFrame } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import { yearFirst } from '../tools/units.ts';
import type { Attributes, Decoded, Message, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** C-Guard's hidden trackers (Atlas, Neo): lines with positions and states over TCP, after one login. */
export const cguard: StreamProtocol = {
  kind: 'stream',
  name: 'cguard',
  title: 'C-Guard',
  defaultPort: 5123,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};

/** The device's text for an unknown value. */
const UNKNOWN = 'NAN';

/** Reads one line: "IDRO:identity", "NV:position" or "BC:state". */
export function read(frame: Uint8Array): Decoded {
  const fields = new Fields(textOf(frame).trim(), ':');
  const type = fields.text();
  switch (type) {
    case 'ID':
    case 'IDRO':
      return login(fields.text().trim());
    case 'NV':
      return decodedFrom([], position(fields));
    case 'BC':
      return decodedFrom([], state(fields));
    case 'VERSION':
      return decodedFrom([], { ...bareMessage('report'), attributes: { firmware: fields.rest() } });
    default:
      throw new BadFrame(`"${type}" is no message of C-Guard`);
  }
}

function login(identity: string): Decoded {
  if (!/^\d{10,16}$/.test(identity)) throw new BadFrame('a login of nobody');
  return decodedFrom([identity], bareMessage('login'));
}

/** "yymmdd hhmmss". */
const moment = (text: string) => yearFirst(text.slice(0, 6), text.slice(7));

function knownNumber(fields: Fields): number | undefined {
  if (fields.peek() !== UNKNOWN) return fields.numberIfAny();
  fields.skip();
  return undefined;
}

/**
 * Reads these fields in order: timestamp, latitude, longitude, km/h, accuracy in metres, course, metres above sea
 * level.
 */
function position(fields: Fields): Message {
  const time = moment(fields.text());
  const [lat, lon] = [fields.number(), fields.number()];
  const [speedKph, accuracyM, courseDeg, altitudeM] = [
    knownNumber(fields),
    knownNumber(fields),
    knownNumber(fields),
    knownNumber(fields),
  ];
  const fix = fixOf({
    time,
    valid: true,
    lat,
    lon,
    altitudeM: altitudeM ?? null,
    speedKph: speedKph ?? 0,
    courseDeg: courseDeg ?? 0,
  });
  return reportOf(fix, accuracyM === undefined ? {} : { accuracyM });
}

const NAMES = byWord<string>({
  CSQ1: 'rssi',
  NSQ1: 'satellites',
  BAT1: 'batteryPercent',
  PWR1: 'powerV',
});
const MAX_IDENTITIES = 20;

/** Reads these fields in order: timestamp, then pairs of name and value. */
function state(fields: Fields): Message {
  const time = moment(fields.text());
  const attributes: Attributes = {};
  for (let count = 0; fields.left >= 2 && count < MAX_IDENTITIES; count += 1) {
    const name = fields.text();
    const value = knownNumber(fields);
    if (value === undefined) continue;
    const known = NAMES[name];
    if (known !== undefined) attributes[known] = value;
    else if (/^[A-Z]{1,8}\d?$/.test(name)) attributes[name.toLowerCase()] = value;
  }
  return reportOf(null, attributes, time);
}
