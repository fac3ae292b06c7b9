import { BadFrame } from '../tools/bad-frame.ts';
import { decodedFrom, newConversation } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { timed } from '../tools/fix.ts';
import { isPlace, allowOneUnreadable } from '../tools/one-unreadable.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import { digits, utc } from '../tools/units.ts';
import type { Attributes, Decoded, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** Trackers of GenX Mobile: a line of columns for each position, over TCP. */
export const genx: StreamProtocol = {
  kind: 'stream',
  name: 'genx',
  title: 'GenX',
  defaultPort: 5148,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};

const IDENTITY = /^\d{6,15}$/;
const MOMENT = /^\d\d\/\d\d\/(?:\d\d|\d{4}) \d\d:\d\d:\d\d$/;
const IGNITION: ReadonlyMap<string, boolean> = new Map([
  ['ON', true],
  ['OFF', false],
]);
const FOOT = 0.3048;

/**
 * Reads these fields in order: identity, timestamp, latitude, longitude, km/h, course, event, kilometres, feet,
 * ignition, two columns, satellites, and more. The columns are a device setting; this is the order in all recorded
 * lines, as the ignition proves. Their heights are those of the ground in feet, and their speeds those reported by the
 * engine in km/h.
 */
function read(frame: Uint8Array): Decoded {
  const fields = new Fields(textOf(frame).trim());
  const identity = fields.text();
  if (!IDENTITY.test(identity)) throw new BadFrame('a message of nobody');
  const reported = allowOneUnreadable(fields);
  const time = reported.time(momentOf);
  const [lat, lon, speedKph, courseDeg] = [reported.number(), reported.number(), reported.number(), reported.number()];
  const event = fields.text().slice(0, 20);
  const [kilometres, feet] = [reported.number(), reported.number()];
  const ignition = IGNITION.get(fields.text());
  if (ignition === undefined) throw new BadFrame('columns in another order');
  fields.skip(2);
  const satellites = reported.number();
  const attributes: Attributes = { satellites, event, ignition, odometerM: Math.round(kilometres * 1000) };
  if (!isPlace(lat, lon)) throw new BadFrame(`there is no place ${lat}, ${lon}`);
  const place = { valid: !(satellites <= 0), lat, lon, altitudeM: feet * FOOT, speedKph, courseDeg };
  return decodedFrom([identity], { kind: 'report', ...timed(time, place), attributes });
}

/** "mm/dd/yyyy hh:mm:ss", or with a two-digit year. */
function momentOf(text: string): Date {
  if (!MOMENT.test(text)) throw new BadFrame(`"${text.slice(0, 20)}" is no moment`);
  const blank = text.indexOf(' ');
  const clock = text.slice(blank + 1);
  const year = digits(text, 6, blank - 6);
  return utc(
    year,
    digits(text, 0, 2),
    digits(text, 3, 2),
    digits(clock, 0, 2),
    digits(clock, 3, 2),
    digits(clock, 6, 2),
  );
}
