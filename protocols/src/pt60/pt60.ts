import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { isTextBlank, newStreamFramer } from '../tools/stream-framer.ts';
import { untilWord } from '../tools/text-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { secondText, wholeMoment } from '../tools/units.ts';
import type { Decoded, Message, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 2048;

/** PT60 watches and bands: text of two layouts over TCP. */
export const pt60: StreamProtocol = {
  kind: 'stream',
  name: 'pt60',
  title: 'PT60 (watches)',
  defaultPort: 5164,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, untilWord(['@R#@', '@E#@']), isTextBlank),
  newDecoder: () => newConversation(newReader()),
};

/** Types of the comma-separated layout. */
const [PLACE, STEPS, HEART] = [6, 13, 14];
const READ_WITH_COMMAS: ReadonlySet<number> = new Set([PLACE, STEPS, HEART]);
/** In the bar-separated layout: a position, with 2 at the end for the surrounding cells; a heartbeat. */
const [BAR_PLACE, BAR_LIFE, BY_CELLS] = [1, 3, '2'];
const MOMENT = /^\d{14}$/;

/** Creates a reader that puts the current time into its answers. */
export const newReader =
  (now: () => Date = () => new Date()) =>
  (frame: Uint8Array): Decoded => {
    const text = textOf(frame).trim();
    const layout = text.slice(0, 4);
    if (layout === '@G#@') return withCommas(text.slice(5), now());
    if (layout === '@B#@') return withBars(text.slice(5), now());
    throw new BadFrame('no message of PT60');
  };

/** If the end mark of the stream is missing, nothing is cut off. */
const withoutEnd = (text: string, end: string) => (text.endsWith(end) ? text.slice(0, -end.length) : text);

function identityOf(fields: Fields): string {
  const identity = fields.text();
  if (!/^\d{5,20}$/.test(identity)) throw new BadFrame('a message of nobody');
  return identity;
}

/** Reads these fields in order: version, type, IMEI, IMSI, yyyymmddhhmmss, the fields of the type. */
function withCommas(text: string, now: Date): Decoded {
  const fields = new Fields(withoutEnd(text, '@R#@'));
  fields.skip();
  const type = fields.value();
  const identity = identityOf(fields);
  fields.skip();
  if (fields.left < 2) return decodedFrom([identity], bareMessage('login'));
  if (!READ_WITH_COMMAS.has(type)) throw new UnknownType(String(type), [identity]);
  const moment = fields.text();
  const time = timeIfAny(() => wholeMoment(moment));
  const bytes = asciiBytes(`@G#@,V01,38,${secondText(now)},@R#@`);
  return decodedFrom([identity], decoded(type, time, fields), [{ when: 'stored', bytes }]);
}

function decoded(type: number, time: Date | null, fields: Fields): Message {
  if (type === PLACE) {
    const place = new Fields(fields.textIfAny(), ';');
    return { kind: 'report', ...timed(time, { valid: true, lat: place.value(), lon: place.value() }), attributes: {} };
  }
  if (type === STEPS) return reportOf(null, { steps: fields.value() }, time);
  const heartRate = fields.value();
  const batteryPercent = fields.numberIfAny();
  return reportOf(null, { heartRate, ...(batteryPercent !== undefined && { batteryPercent }) }, time);
}

/**
 * Reads these fields in order: version, type, IMEI, IMSI, firmware if sent, state, battery in percent, yyyymmddhhmmss,
 * the fields of the type.
 */
function withBars(text: string, now: Date): Decoded {
  const fields = new Fields(withoutEnd(text, '@E#@'), '|');
  fields.skip();
  const type = fields.value();
  const identity = identityOf(fields);
  if (type !== BAR_PLACE && type !== BAR_LIFE) throw new UnknownType(String(type), [identity]);
  // Some devices omit the firmware; state and battery precede the time.
  fields.at = Math.max(fields.at + 2, fields.find((field) => MOMENT.test(field)) - 1);
  const batteryPercent = fields.value();
  const time = timeIfAny(() => wholeMoment(fields.textIfAny()));
  const answer = String(type + 1).padStart(3, '0');
  const bytes = asciiBytes(`@B#@|01|${answer}|${identity}|0|${secondText(now)}|@E#@`);
  const isPlace = type === BAR_PLACE && fields.peek(fields.left - 2) !== BY_CELLS;
  const place = isPlace ? { valid: true, lat: fields.value(), lon: fields.value() } : null;
  const message: Message = { kind: 'report', ...timed(time, place), attributes: { batteryPercent } };
  return decodedFrom([identity], message, [{ when: 'stored', bytes }]);
}
