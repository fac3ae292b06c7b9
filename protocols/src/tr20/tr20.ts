import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { fixUnlessNowhere, timeIfAny } from '../tools/fix.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { degreesMinutesIfAny, yearFirst } from '../tools/units.ts';
import type { Attributes, Decoded, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** TR-10 and TR-20 of TrackPro: a line for each position, over TCP and UDP. */
export const tr20: StreamProtocol = {
  kind: 'stream',
  name: 'tr20',
  title: 'TR-20 (TrackPro)',
  defaultPort: 5018,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};

const HEAD = '%%';
const IDENTITY = /^[\w-]{1,20}$/;
const PLACE = /^([NS])(\d{4}\.\d+)([EW])(\d{5}\.\d+)$/;
const STATUS = /^[0-9a-fA-F]{8}$/;
const WARMTH = /^([CF])(-?\d{1,3})$/;
const [FIXED, LAST] = ['A', 'L'];

/**
 * Reads these fields in order: "%%", name of the device, fix, yymmddhhmmss, coordinates, km/h, course, temperature,
 * status, event, text. The meaning of the fields follows Traccar's public decoder, checked against recorded frames; the
 * units are those of TrackPro's manual, version 3.3. A number after the name is a heartbeat.
 */
function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim();
  if (!text.startsWith(HEAD)) throw new BadFrame('no message of TR-20');
  const fields = new Fields(text.slice(HEAD.length));
  const identity = fields.text();
  if (!IDENTITY.test(identity)) throw new BadFrame('a message of nobody');
  const word = fields.text();
  if (/^\d{1,9}$/.test(word) && fields.left === 0) {
    return decodedFrom([identity], bareMessage('heartbeat'), [{ when: 'now', bytes: asciiBytes(`&&${word}\r\n`) }]);
  }
  if (word !== FIXED && word !== LAST) throw new BadFrame(`a fix "${word.slice(0, 20)}"`);
  const moment = fields.text();
  // Zeros if the clock was never set.
  if (!/^\d{12}$/.test(moment)) throw new BadFrame(`"${moment.slice(0, 20)}" is no moment`);
  const time = timeIfAny(() => yearFirst(moment.slice(0, 6), moment.slice(6)));
  const [, north = '', lat = '', east = '', lon = ''] = PLACE.exec(fields.text()) ?? [];
  const [speedKph, courseDeg] = [fields.value(), fields.value()];
  // Some have no thermometer and omit its field.
  const isSensed = !STATUS.test(fields.peek() ?? '') || STATUS.test(fields.peek(1) ?? '');
  const warmth = isSensed ? warmthOf(fields.text()) : {};
  const decoded = fields.textIfAny();
  // Portman frames begin the same way, with "NA" here.
  if (decoded === 'NA') throw new BadFrame('a message of another protocol');
  const status = STATUS.exec(decoded)?.[0];
  const fix = fixUnlessNowhere({
    time,
    valid: word === FIXED,
    lat: degreesMinutesIfAny(lat, north),
    lon: degreesMinutesIfAny(lon, east),
    speedKph,
    courseDeg,
  });
  return decodedFrom([identity], reportOf(fix, { ...warmth, status, event: fields.value() }, time));
}

/** "C50" or "F-10"; the meaning of other letters and of several values in one field is unknown. */
function warmthOf(text: string): Attributes {
  const [, unit, value] = WARMTH.exec(text) ?? [];
  if (unit === undefined) return {};
  const degrees = Number(value);
  return { temperature1C: unit === 'C' ? degrees : ((degrees - 32) * 5) / 9 };
}
