import { BadFrame } from '../tools/bad-frame.ts';
import { decodedFrom, newConversation } from '../tools/conversation.ts';
import { decimalIfAny, Fields, hexadecimalIfAny } from '../tools/fields.ts';
import { isImei } from '../tools/imei.ts';
import { recommendedMinimumTimed } from '../tools/nmea.ts';
import { switches } from '../tools/switches.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import type { Attributes, Decoded, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** Trackers of OKO: positions in braces, over TCP. */
export const oko: StreamProtocol = {
  kind: 'stream',
  name: 'oko',
  title: 'OKO (Navi, U-Track)',
  defaultPort: 5152,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '}'),
  newDecoder: () => newConversation(read),
};

const INPUTS = 8;

/**
 * Reads these fields in order: "{", the identity in the first message, the fields of an RMC sentence, satellites, volts
 * of an input, event, volts of the supply, state. Newer devices also send the inputs, and further unknown fields.
 */
function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim();
  if (!text.startsWith('{')) throw new BadFrame('no message of OKO');
  const fields = new Fields(text.endsWith('}') ? text.slice(1, -1) : text.slice(1));
  const hasIdentity = isImei(fields.peek() ?? '');
  const identities = hasIdentity ? [fields.text()] : [];
  const reported = recommendedMinimumTimed(fields);
  const attributes: Attributes = { satellites: fields.value(), analog1V: volts(fields.textIfAny()) };
  attributes.event = fields.hexIfAny();
  attributes.powerV = volts(fields.textIfAny());
  fields.skip();
  Object.assign(attributes, switches('input', fields.hexIfAny(), INPUTS));
  return decodedFrom(identities, { kind: 'report', ...reported, attributes });
}

/** "12.2", or in older devices tenths as two hexadecimal digits. */
const volts = (text: string): number | undefined =>
  text.includes('.') ? decimalIfAny(text) : (hexadecimalIfAny(text) ?? Number.NaN) / 10;
