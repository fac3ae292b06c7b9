import { BadFrame } from '../tools/bad-frame.ts';
import { reportOf, saidBy } from '../tools/conversation.ts';
import { decimal, Fields } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { textOf } from '../tools/text.ts';
import { wholeMoment } from '../tools/units.ts';
import type { Attributes, Decoded } from '../types.ts';

/** With fewer satellites a receiver has no place. */
const LEAST_SATELLITES = 3;
/** Said where no thermometer is there. */
const NO_TEMPERATURE = '-1';

/** Identity, moment, longitude, latitude, km/h, course, metres above the sea, satellites, event, percent, degrees. */
export function read(frame: Uint8Array): Decoded {
  const fields = new Fields(textOf(frame).trim());
  const identity = fields.text();
  if (!isImei(identity)) throw new BadFrame('a message of nobody');
  const time = wholeMoment(fields.text());
  const [lon, lat, speedKph, courseDeg] = [fields.number(), fields.number(), fields.number(), fields.number()];
  const [altitudeM, satellites] = [fields.number(), fields.number()];
  const attributes: Attributes = { satellites, event: fields.number(), batteryPercent: fields.number() };
  const temperature = fields.text();
  if (temperature !== NO_TEMPERATURE) attributes.temperature1C = decimal(temperature);
  const valid = satellites >= LEAST_SATELLITES;
  return saidBy([identity], reportOf(fixOf({ time, valid, lat, lon, altitudeM, speedKph, courseDeg }), attributes));
}
