import { BadFrame } from '../tools/bad-frame.ts';
import { decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { decimalIfAny, Fields } from '../tools/fields.ts';
import { fixUnlessNowhere, timeIfAny } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { digitSwitches, readSwitch } from '../tools/switches.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import { dayFirst } from '../tools/units.ts';
import type { Attributes, Decoded, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** IVT-401: positions in brackets, over TCP. */
export const ivt401: StreamProtocol = {
  kind: 'stream',
  name: 'ivt401',
  title: 'IVT-401',
  defaultPort: 5153,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, ')'),
  newDecoder: () => newConversation(read),
};

const HEAD = /^TL[A-Z]$/;
/** Precedes the degrees of several thermometers, each with its sign. */
const SEVERAL = 'M';

/**
 * Reads these fields in order: "(TLN" or another letter, identity, ddmmyy, hhmmss, latitude, longitude, km/h, course,
 * metres above sea level, satellites, state of the receiver, signal, inputs and outputs with one digit each, volts of
 * an input, of the supply and of the battery, degrees of the device and of thermometers, motion, acceleration, two
 * unknown fields, metres driven.
 */
function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim();
  const fields = new Fields(text.slice(1, text.endsWith(')') ? -1 : undefined));
  if (!text.startsWith('(') || !HEAD.test(fields.text())) throw new BadFrame('no message of an IVT-401');
  const identity = fields.text();
  if (!isImei(identity)) throw new BadFrame('a message of nobody');
  const day = fields.text();
  const time = timeIfAny(() => dayFirst(day, fields.text()));
  const [lat, lon, speedKph, courseDeg] = [fields.value(), fields.value(), fields.value(), fields.value()];
  const altitudeM = fields.value();
  fields.skip(2);
  const attributes: Attributes = { rssi: fields.value() };
  Object.assign(attributes, digitSwitches('input', fields.text(), 'first'));
  Object.assign(attributes, digitSwitches('output', fields.text(), 'first'));
  attributes.analog1V = fields.value();
  attributes.powerV = fields.value();
  attributes.batteryV = fields.value();
  attributes.deviceTemperatureC = fields.value();
  addTemperatures(attributes, fields.text());
  readSwitch(attributes, 'motion', fields.text());
  fields.skip(3);
  attributes.odometerM = fields.value();
  // A receiver that never had a fix sends zeros.
  const valid = lat !== 0 || lon !== 0;
  return decodedFrom(
    [identity],
    reportOf(fixUnlessNowhere({ time, valid, lat, lon, altitudeM, speedKph, courseDeg }), attributes, time),
  );
}

function addTemperatures(attributes: Attributes, text: string): void {
  const each = text.startsWith(SEVERAL) ? (text.match(/[+-]\d{1,3}(?:\.\d{1,3})?/g) ?? []) : [text];
  for (const [index, degrees] of each.slice(0, 8).entries())
    attributes[`temperature${index + 1}C`] = decimalIfAny(degrees);
}
