import { BadFrame } from '../tools/bad-frame.ts';
import { decodedFrom, newConversation } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import { dayFirst } from '../tools/units.ts';
import type { Attributes, Decoded, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** Trackers GNX in India: a line for each message, over TCP. */
export const gnx: StreamProtocol = {
  kind: 'stream',
  name: 'gnx',
  title: 'GNX',
  defaultPort: 5106,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};

const HEAD = /^\$GNX_([A-Z]{3})$/;
const CARD = 'MIF';
/** Clocks are those of India. */
const ZONE_MS = 5.5 * 3_600_000;

/**
 * Reads these fields in order: type, IMEI, length, whether it was stored, the device's time and date, those of the fix,
 * fix, coordinates, and the fields of the type. The meaning of the fields follows Traccar's public decoder, checked
 * against recorded frames. The fields after the position of LOC, including a speed, have unknown units.
 */
function read(frame: Uint8Array): Decoded {
  const fields = new Fields(textOf(frame).trim());
  const type = HEAD.exec(fields.text())?.[1];
  if (type === undefined) throw new BadFrame('no message of GNX');
  const identity = fields.text();
  if (!isImei(identity)) throw new BadFrame('a message of nobody');
  fields.skip();
  const attributes: Attributes = { event: type };
  if (fields.text() === '1') attributes.archived = true;
  const deviceTime = momentOf(fields);
  const time = momentOf(fields);
  const valid = fields.textIfAny() === '1';
  const lat = degrees(fields.value(), fields.textIfAny(), 'S');
  const lon = degrees(fields.value(), fields.textIfAny(), 'W');
  if (type === CARD) {
    const card = fields.peek(1) ?? '';
    if (/^\d{4,20}$/.test(card) && Number(card) > 0) attributes.driverTag = card;
  }
  const reported = timed(time, { valid, lat, lon });
  return decodedFrom([identity], { kind: 'report', ...reported, deviceTime, attributes });
}

/** Reads hhmmss, ddmmyy; null if they are no valid time. */
function momentOf(fields: Fields): Date | null {
  const [clock, day] = [fields.textIfAny(), fields.textIfAny()];
  return timeIfAny(() => new Date(dayFirst(day, clock).getTime() - ZONE_MS));
}

function degrees(value: number, side: string, negative: string): number {
  return side === negative && value !== 0 ? -value : value;
}
