import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, reportOf, decodedFrom } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { recommendedMinimum } from '../tools/nmea.ts';
import { textOf } from '../tools/text.ts';
import type { Decoded } from '../types.ts';

/** Identity, filled up with question marks, and what the message is. */
const HEAD = /^\$\$(\d{4,15})\?*&A(\d{4})/;
const PLACE = '&B';

/**
 * A head, then fields that each begin with "&" and a letter; B holds the fields of an RMC sentence. Inputs, distance and
 * alarm (C, D, E) are of units and bits that are not known.
 */
export function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim();
  const head = HEAD.exec(text);
  if (head === null) throw new BadFrame('no message of CarTrack');
  const [whole, identity = '', event = ''] = head;
  const at = text.indexOf(PLACE, whole.length);
  if (at < 0) return decodedFrom([identity], bareMessage('heartbeat', { event }));
  const fix = recommendedMinimum(new Fields(text.slice(at + PLACE.length)));
  return decodedFrom([identity], reportOf(fix, { event }));
}
