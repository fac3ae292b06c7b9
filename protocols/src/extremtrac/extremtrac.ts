import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { recommendedMinimum } from '../tools/nmea.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import type { Attributes, Decoded, Fix, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** ExtremTrac's trackers: an RMC sentence with the identity, one per line, over TCP. */
export const extremtrac: StreamProtocol = {
  kind: 'stream',
  name: 'extremtrac',
  title: 'ExtremTrac',
  defaultPort: 5126,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};

const HEAD = '$GPRMC,';
/** An IMEI, the SIM card's number, or a number chosen by the owner. */
const IDENTITY = /^\d{4,20}$/;
const isState = (field: string | undefined) => field === 'A' || field === 'V';
/**
 * After the date: magnetic variation with its side, state, distance, battery, network, area, cell, and the fuel level.
 */
const MIN_WITH_FUEL = 10;

/**
 * Reads these fields in order: "$GPRMC", IMEI, the other fields of an RMC sentence with the speed in km/h, then the
 * maker's. Some lines have no IMEI: they belong to the device that identified itself before. Source: the maker's
 * description, as traccar/traccar#3024 quotes it.
 */
function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim();
  // A receiver's own sentence ends with a checksum.
  if (!text.startsWith(HEAD) || text.includes('*')) throw new BadFrame('no message of ExtremTrac');
  const fields = new Fields(text.slice(HEAD.length));
  // A line of the receiver alone begins with the time: six digits and a point.
  const identities = IDENTITY.test(fields.peek() ?? '') && isState(fields.peek(2)) ? [fields.text()] : [];
  const reported = recommendedMinimum(fields, null, 1);
  const fix = reported === null || isNowhere(reported) ? null : reported;
  const attributes = more(fields);
  const isEmpty = fix === null && Object.keys(attributes).length === 0;
  return decodedFrom(identities, isEmpty ? bareMessage('heartbeat') : reportOf(fix, attributes));
}

/** The coordinates reported by a receiver that never had a fix. */
const isNowhere = ({ lat, lon }: Fix) => lat === 0 && lon === 0;

/** The units of distance and battery are unknown. */
function more(fields: Fields): Attributes {
  const { left } = fields;
  const attributes: Attributes = {};
  const state = fields.peek(2);
  if (state !== undefined && /^[0-9A-F]{4}$/i.test(state)) attributes.status = state;
  if (left < MIN_WITH_FUEL) return attributes;
  fields.skip(left - 1);
  const percent = fields.numberIfAny();
  // A vehicle whose fuel is not measured reports 0.
  if (percent !== undefined && percent > 0 && percent <= 100) attributes.fuelPercent = percent;
  return attributes;
}
