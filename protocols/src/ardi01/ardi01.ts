import { BadFrame } from '../tools/bad-frame.ts';
import { decodedFrom, newConversation } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { timedWithZeros } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { isPlace, allowOneUnreadable } from '../tools/one-unreadable.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import { wholeMoment } from '../tools/units.ts';
import type { Attributes, Decoded, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** The tracker ARDI-01: a line for each position, over TCP. */
export const ardi01: StreamProtocol = {
  kind: 'stream',
  name: 'ardi01',
  title: 'ARDI-01',
  defaultPort: 5075,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};

/** With fewer satellites a receiver has no fix. */
const MIN_SATELLITES = 3;
/** Reported if there is no thermometer. */
const NO_TEMPERATURE = -1;

/**
 * Reads these fields in order: identity, timestamp, longitude, latitude, km/h, course, metres above sea level,
 * satellites, event, percent, degrees.
 */
function read(frame: Uint8Array): Decoded {
  const fields = new Fields(textOf(frame).trim());
  const identity = fields.text();
  if (!isImei(identity)) throw new BadFrame('a message of nobody');
  const reported = allowOneUnreadable(fields);
  const time = reported.time(wholeMoment);
  const [lon, lat, speedKph, courseDeg] = [reported.number(), reported.number(), reported.number(), reported.number()];
  const [altitudeM, satellites] = [reported.number(), reported.number()];
  const attributes: Attributes = { satellites, event: reported.number(), batteryPercent: reported.number() };
  const temperature = reported.number();
  if (temperature !== NO_TEMPERATURE) attributes.temperature1C = temperature;
  // A line of another protocol has a different number in a coordinate's field.
  if (!isPlace(lat, lon)) throw new BadFrame(`there is no place ${lat}, ${lon}`);
  const place = { valid: !(satellites < MIN_SATELLITES), lat, lon, altitudeM, speedKph, courseDeg };
  return decodedFrom([identity], { kind: 'report', ...timedWithZeros(time, place), attributes });
}
