import { BadFrame } from '../tools/bad-frame.ts';
import { reportOf, saidBy } from '../tools/conversation.ts';
import { decimal, Fields } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { textOf } from '../tools/text.ts';
import { dayFirst } from '../tools/units.ts';
import { digitSwitches, tellSwitch } from '../tools/switches.ts';
import type { Attributes, Decoded } from '../types.ts';

const HEAD = /^TL[A-Z]$/;
/** Begins the degrees of several thermometers, each with its sign. */
const SEVERAL = 'M';

/**
 * "(TLN" or another letter, identity, ddmmyy, hhmmss, latitude, longitude, km/h, course, metres above the sea, satellites,
 * state of the receiver, signal, inputs and outputs a digit each, volts of an input, outside and of the battery, degrees of
 * the device and of thermometers, motion, acceleration, two that are not known, metres driven.
 */
export function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim();
  const fields = new Fields(text.slice(1, text.endsWith(')') ? -1 : undefined));
  if (!text.startsWith('(') || !HEAD.test(fields.text())) throw new BadFrame('no message of an IVT-401');
  const identity = fields.text();
  if (!isImei(identity)) throw new BadFrame('a message of nobody');
  const day = fields.text();
  const time = dayFirst(day, fields.text());
  const [lat, lon, speedKph, courseDeg] = [fields.number(), fields.number(), fields.number(), fields.number()];
  const altitudeM = fields.number();
  fields.skip(2);
  const attributes: Attributes = { rssi: fields.number() };
  Object.assign(attributes, digitSwitches('input', fields.text(), 'first'));
  Object.assign(attributes, digitSwitches('output', fields.text(), 'first'));
  attributes.analog1V = fields.number();
  attributes.powerV = fields.number();
  attributes.batteryV = fields.number();
  attributes.deviceTemperatureC = fields.number();
  addTemperatures(attributes, fields.text());
  tellSwitch(attributes, 'motion', fields.text());
  fields.skip(3);
  attributes.odometerM = fields.number();
  // A receiver that never had a place writes zeros.
  const valid = lat !== 0 || lon !== 0;
  return saidBy([identity], reportOf(fixOf({ time, valid, lat, lon, altitudeM, speedKph, courseDeg }), attributes));
}

function addTemperatures(attributes: Attributes, text: string): void {
  const each = text.startsWith(SEVERAL) ? (text.match(/[+-]\d{1,3}(?:\.\d{1,3})?/g) ?? []) : [text];
  for (const [index, degrees] of each.slice(0, 8).entries()) attributes[`temperature${index + 1}C`] = decimal(degrees);
}
