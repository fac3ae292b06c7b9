import { BadFrame } from '../tools/bad-frame.ts';
import { decodedFrom, newConversation } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import { wholeMoment } from '../tools/units.ts';
import type { Attributes, Decoded, Message, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** Alematics' trackers: lines of positions over TCP, with the data of a device connected to the tracker. */
export const alematics: StreamProtocol = {
  kind: 'stream',
  name: 'alematics',
  title: 'Alematics',
  defaultPort: 5140,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};

/** Reads these fields in order: "$T", event, a count, identity, then the position. */
function read(frame: Uint8Array): Decoded {
  const fields = new Fields(textOf(frame).trim());
  if (fields.text() !== '$T') throw new BadFrame('no message of Alematics');
  const event = fields.value();
  fields.skip();
  const identity = fields.text();
  if (!/^\d{10,16}$/.test(identity)) throw new BadFrame('a message of nobody');
  return decodedFrom([identity], position(event, fields));
}

/**
 * Reads these fields in order: time of the fix, device time, latitude, longitude, km/h, course, metres above sea level,
 * HDOP, satellites, inputs, outputs, volts of an input and outside, metres driven. Then follow a mask and its fields,
 * or 0, "$S" and a text.
 */
function position(event: number, fields: Fields): Message {
  const [fixedAt, sentAt] = [fields.textIfAny(), fields.textIfAny()];
  const [time, deviceTime] = [timeIfAny(() => wholeMoment(fixedAt)), timeIfAny(() => wholeMoment(sentAt))];
  const [lat, lon, speedKph, courseDeg] = [fields.value(), fields.value(), fields.value(), fields.value()];
  const [altitudeM, hdop, satellites] = [fields.value(), fields.value(), fields.value()];
  const attributes: Attributes = {
    event,
    hdop,
    satellites,
    ...switches('input', fields.value(), 4),
    ...switches('output', fields.value(), 4),
    analog1V: fields.value(),
    powerV: fields.value(),
    odometerM: fields.value(),
  };
  const mask = fields.numberIfAny() ?? 0;
  const reported = timed(time, { valid: true, lat, lon, altitudeM, speedKph, courseDeg });
  const message: Message = { kind: 'report', ...reported, deviceTime, attributes };
  if (fields.peek() === '$S') {
    fields.skip();
    message.text = fields.rest();
  } else readMasked(mask, fields, attributes);
  return message;
}

/** The field added by each bit of the mask, from the lowest on; millivolts become volts. */
const MASKED: readonly (readonly [name: string, divisor: number])[] = [
  ['pulses3', 1],
  ['powerV', 1000],
  ['batteryV', 1000],
  ['obdSpeedKph', 1],
  ['engineRpm', 1],
  ['rssi', 1],
  ['pulses2', 1],
  ['sensorRpm', 1],
];

function readMasked(mask: number, fields: Fields, attributes: Attributes): void {
  for (const [bit, [name, divisor]] of MASKED.entries()) {
    if (((mask >> bit) & 1) === 0) continue;
    const value = fields.numberIfAny();
    if (value !== undefined) attributes[name] = value / divisor;
  }
}
