import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { isImei } from '../tools/imei.ts';
import { recommendedMinimum } from '../tools/nmea.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import type { Attributes, Decoded, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** Ennfu's trackers: text that ends with a dollar sign, over TCP. */
export const ennfu: StreamProtocol = {
  kind: 'stream',
  name: 'ennfu',
  title: 'Ennfu',
  defaultPort: 5220,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '$'),
  newDecoder: () => newConversation(read),
};

const START = 'Ennfu:';
const ALIVE = 'HeartBeat';

/**
 * Reads one of two messages: "Ennfu:", IMEI, the fields of an RMC sentence, signal, volts and percent of the battery,
 * firmware, "$"; or a heartbeat. Source: Traccar's public decoder and recorded frames.
 */
function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim();
  if (!text.startsWith(START)) throw new BadFrame('no message of Ennfu');
  const fields = new Fields(text.slice(START.length, text.endsWith('$') ? -1 : undefined));
  const isAlive = fields.peek() === ALIVE;
  if (isAlive) fields.skip();
  const identity = fields.text();
  if (!isImei(identity)) throw new BadFrame('a message of nobody');
  if (isAlive) return decodedFrom([identity], bareMessage('heartbeat'));
  const fix = recommendedMinimum(fields);
  const attributes: Attributes = {
    rssi: fields.number(),
    batteryV: fields.number(),
    batteryPercent: fields.number(),
    firmware: fields.text(),
  };
  return decodedFrom([identity], reportOf(fix, attributes));
}
