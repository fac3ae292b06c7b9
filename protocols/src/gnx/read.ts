import { BadFrame } from '../tools/bad-frame.ts';
import { reportOf, saidBy } from '../tools/conversation.ts';
import { decimal, Fields } from '../tools/fields.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { textOf } from '../tools/text.ts';
import { dayFirst } from '../tools/units.ts';
import type { Attributes, Decoded } from '../types.ts';

const HEAD = /^\$GNX_([A-Z]{3})$/;
const CARD = 'MIF';
/** Clocks are those of India. */
const ZONE_MS = 5.5 * 3_600_000;

/**
 * Type, IMEI, length, whether it was kept, clock and day of the device, those of the fix, fix, place, and what the type
 * says. The meaning of the fields is that of Traccar's public decoder, held against recorded frames. What follows the
 * place of LOC, a speed among it, is of units that are not known.
 */
export function read(frame: Uint8Array): Decoded {
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
  const valid = fields.text() === '1';
  const lat = degrees(fields.text(), fields.text(), 'S');
  const lon = degrees(fields.text(), fields.text(), 'W');
  if (type === CARD) {
    const card = fields.peek(1) ?? '';
    if (/^\d{4,20}$/.test(card) && Number(card) > 0) attributes.driverTag = card;
  }
  const fix = fixUnlessNowhere({ time, valid, lat, lon });
  return saidBy([identity], reportOf(fix, attributes, deviceTime));
}

/** hhmmss, ddmmyy. */
function momentOf(fields: Fields): Date {
  const clock = fields.text();
  return new Date(dayFirst(fields.text(), clock).getTime() - ZONE_MS);
}

function degrees(text: string, side: string, negative: string): number {
  const value = decimal(text);
  return side === negative && value !== 0 ? -value : value;
}
