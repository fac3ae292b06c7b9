import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, reportOf, saidBy } from '../tools/conversation.ts';
import { decimal, Fields } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { secondText, wholeMoment } from '../tools/units.ts';
import type { Decoded, Message } from '../types.ts';

/** Types of the layout with commas. */
const [PLACE, STEPS, HEART] = [6, 13, 14];
/** Of the layout with bars: a place, or with 2 at the end the cells around. */
const [BAR_PLACE, BY_CELLS] = [1, '2'];
const MOMENT = /^\d{14}$/;

/** A reader that stamps its answers by the clock. */
export const newReader =
  (now: () => Date = () => new Date()) =>
  (frame: Uint8Array): Decoded => {
    const text = textOf(frame).trim();
    const layout = text.slice(0, 4);
    if (layout === '@G#@') return withCommas(text.slice(5), now());
    if (layout === '@B#@') return withBars(text.slice(5), now());
    throw new BadFrame('no message of PT60');
  };

/** Where the end that stands in the stream is left out, nothing is cut off. */
const withoutEnd = (text: string, end: string) => (text.endsWith(end) ? text.slice(0, -end.length) : text);

function identityOf(fields: Fields): string {
  const identity = fields.text();
  if (!/^\d{10,16}$/.test(identity)) throw new BadFrame('a message of nobody');
  return identity;
}

/** Version, type, IMEI, IMSI, yyyymmddhhmmss, what the type says. */
function withCommas(text: string, now: Date): Decoded {
  const fields = new Fields(withoutEnd(text, '@R#@'));
  fields.skip();
  const type = fields.number();
  const identity = identityOf(fields);
  fields.skip();
  if (!MOMENT.test(fields.peek() ?? '')) return saidBy([identity], bareMessage('login'));
  const time = wholeMoment(fields.text());
  const bytes = asciiBytes(`@G#@,V01,38,${secondText(now)},@R#@`);
  return saidBy([identity], said(type, time, fields), [{ when: 'stored', bytes }]);
}

function said(type: number, time: Date, fields: Fields): Message {
  if (type === PLACE) {
    const [lat = '', lon = ''] = fields.text().split(';');
    return reportOf(fixOf({ time, valid: true, lat: decimal(lat), lon: decimal(lon) }), {});
  }
  if (type === STEPS) return reportOf(null, { steps: fields.number() }, time);
  if (type !== HEART) return { ...bareMessage('heartbeat'), deviceTime: time };
  const heartRate = fields.number();
  const batteryPercent = fields.numberIfAny();
  return reportOf(null, { heartRate, ...(batteryPercent !== undefined && { batteryPercent }) }, time);
}

/** Version, type, IMEI, IMSI, firmware where it says it, state, battery in percent, yyyymmddhhmmss, the type's. */
function withBars(text: string, now: Date): Decoded {
  const fields = new Fields(withoutEnd(text, '@E#@'), '|');
  fields.skip();
  const type = fields.number();
  const identity = identityOf(fields);
  const momentAt = fields.find((field) => MOMENT.test(field));
  if (momentAt < fields.at + 3) throw new BadFrame('a message without a time');
  fields.at = momentAt - 1;
  const batteryPercent = fields.number();
  const time = wholeMoment(fields.text());
  const answer = String(type + 1).padStart(3, '0');
  const bytes = asciiBytes(`@B#@|01|${answer}|${identity}|0|${secondText(now)}|@E#@`);
  const [lat, lon] = [fields.peek(), fields.peek(1)];
  const isPlace = type === BAR_PLACE && fields.peek(fields.left - 2) !== BY_CELLS && lat !== undefined;
  const fix = isPlace ? fixOf({ time, valid: true, lat: decimal(lat), lon: decimal(lon ?? '') }) : null;
  return saidBy([identity], reportOf(fix, { batteryPercent }, time), [{ when: 'stored', bytes }]);
}
