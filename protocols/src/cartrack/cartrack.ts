import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { recommendedMinimum } from '../tools/nmea.ts';
import { isTextBlank, newStreamFramer } from '../tools/stream-framer.ts';
import { untilWord } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import type { Decoded, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** Trackers of CarTrack: fields marked by letters, ended by "##", over TCP. */
export const cartrack: StreamProtocol = {
  kind: 'stream',
  name: 'cartrack',
  title: 'CarTrack',
  defaultPort: 5061,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newStreamFramer(MAX_FRAME_BYTES, untilWord(['##']), isTextBlank),
  newDecoder: () => newConversation(read),
};

/** Identity, padded with question marks, and the type of the message. */
const HEAD = /^\$\$(\d{4,15})\?*&A(\d{4})/;
const PLACE = '&B';

/**
 * Reads a header, then fields that each begin with "&" and a letter; B contains the fields of an RMC sentence. Inputs,
 * distance and alarm (C, D, E) have unknown units and bits.
 */
function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim();
  const head = HEAD.exec(text);
  if (head === null) throw new BadFrame('no message of CarTrack');
  const [whole, identity = '', event = ''] = head;
  const at = text.indexOf(PLACE, whole.length);
  if (at < 0) return decodedFrom([identity], bareMessage('heartbeat', { event }));
  const fix = recommendedMinimum(new Fields(text.slice(at + PLACE.length)));
  return decodedFrom([identity], reportOf(fix, { event }));
}
