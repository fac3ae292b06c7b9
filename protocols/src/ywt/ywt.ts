import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { decimalIfAny, Fields } from '../tools/fields.ts';
import { fixUnlessNowhere, timeIfAny } from '../tools/fix.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { yearFirst } from '../tools/units.ts';
import type { Attributes, Decoded, Reply, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** YWT's trackers: lines of text over TCP. */
export const ywt: StreamProtocol = {
  kind: 'stream',
  name: 'ywt',
  title: 'YWT',
  defaultPort: 5035,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};

/** Percent sign, two letters, identity, colon, subtype. */
const HEAD = /^%([A-Z]{2}),(\d{1,16}):(.*)$/;
const SYNCHRONISATION = 'SN';
/** Types that the device repeats until they are answered. */
const CONFIRMED: ReadonlySet<string> = new Set(['KP', 'EP']);
/** Number of fields of a synchronisation that are echoed. */
const SENT_BACK = 4;

/**
 * Reads these fields in order: type, identity, subtype, yymmddhhmmss, longitude and latitude preceded by their
 * hemispheres, metres above sea level, km/h, course, satellites, number of the report, state, more. Source: Traccar's
 * public decoder.
 */
function read(frame: Uint8Array): Decoded {
  const [, type = '', identity = '', content = ''] = HEAD.exec(textOf(frame).trim()) ?? [];
  if (type === '') throw new BadFrame('no message of YWT');
  const fields = new Fields(content);
  if (type === SYNCHRONISATION) {
    const answer = `%AT+SN=:${fields.texts(SENT_BACK).join(',')}`;
    return decodedFrom([identity], bareMessage('login'), [{ when: 'now', bytes: asciiBytes(answer) }]);
  }
  fields.skip();
  const moment = fields.textIfAny();
  const time = timeIfAny(() => yearFirst(moment.slice(0, 6), moment.slice(6)));
  const [lon, lat] = [withSide(fields.textIfAny(), 'E', 'W'), withSide(fields.textIfAny(), 'N', 'S')];
  const altitudeM = fields.numberIfAny() ?? null;
  const [speedKph, courseDeg, satellites] = [fields.value(), fields.value(), fields.value()];
  const report = fields.text();
  const attributes: Attributes = { event: type, satellites, status: fields.text() };
  const place = { valid: satellites > 0, lat, lon, altitudeM, speedKph, courseDeg };
  const fix = fixUnlessNowhere({ time, ...place });
  return decodedFrom([identity], reportOf(fix, attributes, time), answersTo(type, report));
}

function withSide(text: string, positive: string, negative: string): number | undefined {
  const [side, degrees] = [text.charAt(0), decimalIfAny(text.slice(1))];
  if ((side !== positive && side !== negative) || degrees === undefined || degrees < 0) return undefined;
  return side === negative ? -degrees : degrees;
}

function answersTo(type: string, report: string): Reply[] {
  if (!CONFIRMED.has(type)) return [];
  if (!/^\w{1,16}$/.test(report)) throw new BadFrame(`"${report}" is no number of a report`);
  return [{ when: 'stored', bytes: asciiBytes(`%AT+${type}=${report}\r\n`) }];
}
