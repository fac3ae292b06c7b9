import { BadFrame } from '../tools/bad-frame.ts';
import { decodedFrom, newConversation } from '../tools/conversation.ts';
import { decimal, Fields } from '../tools/fields.ts';
import { timed } from '../tools/fix.ts';
import { isPlace, type SparingFields, allowOneUnreadable } from '../tools/one-unreadable.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import { wholeMoment } from '../tools/units.ts';
import type { Attributes, Decoded, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** Avema's trackers: a line for each position, over TCP. */
export const avema: StreamProtocol = {
  kind: 'stream',
  name: 'avema',
  title: 'Avema',
  defaultPort: 5171,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};

const IDENTITY = /^\d{1,15}$/;
const VOLTS = /^\d+\.\d+$/;

/**
 * Reads these fields in order: identity, yyyymmddhhmmss, longitude, latitude, km/h, course, metres above sea level,
 * satellites, event, kilometres, inputs, volts of two analogue inputs, outputs, roaming, signal, kind of network,
 * network ("466-5" or "46605"), area, cell, then volts of the battery and the driver's card, if the device has them.
 * Source: Traccar's public decoder; Wondex' protocol describes the same fields.
 */
function read(frame: Uint8Array): Decoded {
  const fields = new Fields(textOf(frame).trim());
  const identity = fields.text();
  if (!IDENTITY.test(identity)) throw new BadFrame('no message of Avema');
  const reported = allowOneUnreadable(fields);
  const time = reported.time(wholeMoment);
  const [lon, lat, speedKph, courseDeg] = [reported.number(), reported.number(), reported.number(), reported.number()];
  const [altitudeM, satellites] = [reported.number(), reported.number()];
  const attributes: Attributes = { satellites, event: reported.number() };
  attributes.odometerM = Math.round(reported.number() * 1000);
  attributes.inputs = reported.number();
  attributes.analog1V = reported.next(volts);
  attributes.analog2V = reported.next(volts);
  attributes.outputs = reported.number();
  attributes.roaming = reported.next((text) => decimal(text) === 1);
  attributes.rssi = reported.number();
  readEnd(fields, reported, attributes);
  if (!isPlace(lat, lon)) throw new BadFrame(`there is no place ${lat}, ${lon}`);
  const place = { valid: !(satellites <= 0), lat, lon, altitudeM, speedKph, courseDeg };
  return decodedFrom([identity], { kind: 'report', ...timed(time, place), attributes });
}

const volts = (text: string): number => decimal(text.endsWith('V') ? text.slice(0, -1) : text);

function readEnd(fields: Fields, { next, hex }: SparingFields, attributes: Attributes): void {
  fields.skip();
  next((network) => {
    if (!/^\d{3}-?\d+$/.test(network)) throw new BadFrame(`"${network}" is no network`);
  });
  // Area and cell.
  for (let index = 0; index < 2; index += 1) hex();
  if (VOLTS.test(fields.peek() ?? '')) attributes.batteryV = fields.number();
  const card = fields.peek();
  if (card !== undefined && card !== '') attributes.driverTag = card;
}
