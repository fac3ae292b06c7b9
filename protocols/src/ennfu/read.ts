import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, reportOf, decodedFrom } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { isImei } from '../tools/imei.ts';
import { recommendedMinimum } from '../tools/nmea.ts';
import { textOf } from '../tools/text.ts';
import type { Attributes, Decoded } from '../types.ts';

const START = 'Ennfu:';
const ALIVE = 'HeartBeat';

/**
 * "Ennfu:", IMEI, the fields of an RMC sentence, signal, volts and percent of the battery, firmware, "$"; or a sign of life.
 * Source: Traccar's public decoder and recorded frames.
 */
export function read(frame: Uint8Array): Decoded {
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
