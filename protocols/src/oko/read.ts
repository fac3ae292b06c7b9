import { BadFrame } from '../tools/bad-frame.ts';
import { decodedFrom } from '../tools/conversation.ts';
import { decimalIfAny, Fields, hexadecimalIfAny } from '../tools/fields.ts';
import { isImei } from '../tools/imei.ts';
import { recommendedMinimumTimed } from '../tools/nmea.ts';
import { switches } from '../tools/switches.ts';
import { textOf } from '../tools/text.ts';
import type { Attributes, Decoded } from '../types.ts';

const INPUTS = 8;

/**
 * "{", identity in the first message, the fields of an RMC sentence, satellites, volts of an input, what happened, volts
 * outside, state; newer ones have the inputs, and more that is not known.
 */
export function read(frame: Uint8Array): Decoded {
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
