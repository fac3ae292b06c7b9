import { BadFrame, unlessBad } from '../tools/bad-frame.ts';
import { bareMessage, reportOf, saidBy } from '../tools/conversation.ts';
import { decimal, Fields } from '../tools/fields.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { yearFirst } from '../tools/units.ts';
import type { Attributes, Decoded, Reply } from '../types.ts';

/** Percent sign, two letters, who, colon, subtype. */
const HEAD = /^%([A-Z]{2}),(\d{1,16}):(.*)$/;
const SYNCHRONISATION = 'SN';
/** Types that the device repeats until they are answered. */
const CONFIRMED: ReadonlySet<string> = new Set(['KP', 'EP']);
const MOMENT = /^\d{12}$/;
/** How many fields of a synchronisation go back. */
const SENT_BACK = 4;

/**
 * Type, identity, subtype, yymmddhhmmss, longitude and latitude with their sides before them, metres above sea level, km/h,
 * course, satellites, number of the report, state, more. Source: Traccar's public decoder.
 */
export function read(frame: Uint8Array): Decoded {
  const [, type = '', identity = '', content = ''] = HEAD.exec(textOf(frame).trim()) ?? [];
  if (type === '') throw new BadFrame('no message of YWT');
  const fields = new Fields(content);
  if (type === SYNCHRONISATION) {
    const answer = `%AT+SN=:${fields.texts(SENT_BACK).join(',')}`;
    return saidBy([identity], bareMessage('login'), [{ when: 'now', bytes: asciiBytes(answer) }]);
  }
  fields.skip();
  const time = momentIfAny(fields.text());
  const [lon, lat] = [withSide(fields.text(), 'E', 'W'), withSide(fields.text(), 'N', 'S')];
  const altitudeM = fields.numberIfAny() ?? null;
  const [speedKph, courseDeg, satellites] = [fields.number(), fields.number(), fields.number()];
  const report = fields.text();
  const attributes: Attributes = { event: type, satellites, status: fields.text() };
  const place = { valid: satellites > 0, lat, lon, altitudeM, speedKph, courseDeg };
  const fix = time === null ? null : unlessBad(() => fixUnlessNowhere({ time, ...place }));
  return saidBy([identity], reportOf(fix, attributes), answersTo(type, report));
}

/** Null for a day or hour that there is not, such as zeros of a clock that was never set. */
function momentIfAny(text: string): Date | null {
  if (!MOMENT.test(text)) throw new BadFrame(`"${text}" is no moment`);
  return unlessBad(() => yearFirst(text.slice(0, 6), text.slice(6)));
}

function withSide(text: string, positive: string, negative: string): number {
  const [side, degrees] = [text.charAt(0), decimal(text.slice(1))];
  if ((side !== positive && side !== negative) || degrees < 0) throw new BadFrame(`"${text}" is no coordinate`);
  return side === negative ? -degrees : degrees;
}

function answersTo(type: string, report: string): Reply[] {
  if (!CONFIRMED.has(type)) return [];
  if (!/^\w{1,16}$/.test(report)) throw new BadFrame(`"${report}" is no number of a report`);
  return [{ when: 'stored', bytes: asciiBytes(`%AT+${type}=${report}\r\n`) }];
}
