import { BadFrame } from '../tools/bad-frame.ts';
import { decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { decimalIfAny, Fields } from '../tools/fields.ts';
import { fixUnlessNowhere, timeIfAny } from '../tools/fix.ts';
import { readSwitch } from '../tools/switches.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import { dayFirst } from '../tools/units.ts';
import type { Attributes, Decoded, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** Chukas and Scout of Siwi (Srishti Wireless): text that ends with an exclamation mark, over TCP. */
export const siwi: StreamProtocol = {
  kind: 'stream',
  name: 'siwi',
  title: 'Siwi (Chukas, Scout)',
  defaultPort: 5135,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '!'),
  newDecoder: () => newConversation(read),
};

const HEAD = /^\$[A-Z]{1,10}$/;
const IDENTITY = /^\d{4,16}$/;
/** Devices use Indian time. */
const AHEAD_MS = 5.5 * 3_600_000;

/**
 * Reads these fields in order: "$" and the vendor, identity, number of the unit, reason, command and its value,
 * ignition, supply, state, volts of the supply, distance, km/h, satellites, A or V, latitude, longitude, metres above
 * sea level, course, hhmmss, ddmmyy, signal, network, error, server, thousandths of volts of the battery, hundredths of
 * volts of an analogue input, inputs, four sensors, hardware, firmware, kind of packet, "!". Source: Traccar's public
 * decoder. The unit of the distance is unknown, as is the meaning of the sensors.
 */
function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim();
  const fields = new Fields(text.endsWith('!') ? text.slice(0, -1) : text);
  if (!HEAD.test(fields.text())) throw new BadFrame('no message of Siwi');
  const identity = fields.text();
  if (!IDENTITY.test(identity)) throw new BadFrame('a message of nobody');
  fields.skip();
  const attributes: Attributes = { event: fields.text() };
  fields.skip(2);
  readSwitch(attributes, 'ignition', fields.text());
  fields.skip(2);
  const supply = fields.text();
  // Older firmware has the number of a message here, without a decimal point.
  if (supply.includes('.')) attributes.powerV = decimalIfAny(supply);
  fields.skip();
  const speedKph = fields.value();
  attributes.satellites = fields.value();
  const valid = fields.text() === 'A';
  const [lat, lon, altitudeM, courseDeg] = [fields.value(), fields.value(), fields.value(), fields.value()];
  const [clock, day] = [fields.text(), fields.text()];
  const time = timeIfAny(() => new Date(dayFirst(day, clock).getTime() - AHEAD_MS));
  readState(fields, attributes);
  return decodedFrom(
    [identity],
    reportOf(fixUnlessNowhere({ time, valid, lat, lon, altitudeM, speedKph, courseDeg }), attributes, time),
  );
}

function readState(fields: Fields, attributes: Attributes): void {
  attributes.rssi = fields.value();
  fields.skip(3);
  attributes.batteryV = fields.value() / 1000;
  attributes.analog1V = fields.value() / 100;
  attributes.inputs = fields.value();
  fields.skip(4);
  const [hardware, firmware] = [fields.textIfAny(), fields.textIfAny()];
  Object.assign(attributes, hardware !== '' && { hardware }, firmware !== '' && { firmware });
}
