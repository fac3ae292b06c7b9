import { BadFrame } from '../tools/bad-frame.ts';
import { reportOf, saidBy } from '../tools/conversation.ts';
import { decimal, Fields } from '../tools/fields.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import { textOf } from '../tools/text.ts';
import { wholeMoment } from '../tools/units.ts';
import type { Attributes, Decoded } from '../types.ts';

const IDENTITY = /^\d{1,15}$/;
const VOLTS = /^\d+\.\d+$/;

/**
 * Identity, yyyymmddhhmmss, longitude, latitude, km/h, course, metres above sea level, satellites, event, kilometres,
 * inputs, volts of two analogue inputs, outputs, roaming, signal, kind of network, network ("466-5" or "46605"), area, cell,
 * then volts of the battery and the driver's card, where the device has them. Source: Traccar's public decoder; Wondex'
 * protocol describes the same fields.
 */
export function read(frame: Uint8Array): Decoded {
  const fields = new Fields(textOf(frame).trim());
  const identity = fields.text();
  if (!IDENTITY.test(identity)) throw new BadFrame('no message of Avema');
  const time = wholeMoment(fields.text());
  const [lon, lat, speedKph, courseDeg] = [fields.number(), fields.number(), fields.number(), fields.number()];
  const [altitudeM, satellites] = [fields.number(), fields.number()];
  const attributes: Attributes = { satellites, event: fields.number() };
  attributes.odometerM = Math.round(fields.number() * 1000);
  attributes.inputs = fields.number();
  attributes.analog1V = volts(fields.text());
  attributes.analog2V = volts(fields.text());
  attributes.outputs = fields.number();
  attributes.roaming = fields.number() === 1;
  attributes.rssi = fields.number();
  readEnd(fields, attributes);
  const fix = fixUnlessNowhere({ time, valid: satellites > 0, lat, lon, altitudeM, speedKph, courseDeg });
  return saidBy([identity], reportOf(fix, attributes));
}

const volts = (text: string): number => decimal(text.endsWith('V') ? text.slice(0, -1) : text);

function readEnd(fields: Fields, attributes: Attributes): void {
  fields.skip();
  const network = fields.text();
  if (!/^\d{3}-?\d+$/.test(network)) throw new BadFrame(`"${network}" is no network`);
  // Area and cell.
  for (let index = 0; index < 2; index += 1) fields.hex();
  if (VOLTS.test(fields.peek() ?? '')) attributes.batteryV = fields.number();
  const card = fields.peek();
  if (card !== undefined && card !== '') attributes.driverTag = card;
}
