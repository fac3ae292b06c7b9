import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { degreesMinutes, wholeMoment } from '../tools/units.ts';
import type { Attributes, Decoded, Message, Reply, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** Trackers of Flextrack in Denmark: lines that each require an answer, over TCP. */
export const flextrack: StreamProtocol = {
  kind: 'stream',
  name: 'flextrack',
  title: 'Flextrack',
  defaultPort: 5090,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '\r'),
  newDecoder: () => newConversation(read),
};

const NODE = /^\d{6,15}$/;
const NUMBER = /^-?\d{1,9}$/;

/**
 * Reads these fields in order: number of the message, its type, and its content; the number is echoed. The meaning of
 * the fields follows Traccar's public decoder, checked against recorded frames.
 */
function read(frame: Uint8Array): Decoded {
  const fields = new Fields(textOf(frame).trim());
  const number = fields.text();
  if (!NUMBER.test(number)) throw new BadFrame('no message of Flextrack');
  const answered = (when: Reply['when']): Reply[] => [{ when, bytes: asciiBytes(`${number},ACK\r`) }];
  const type = fields.text();
  if (type === 'LOGON') {
    const [node, iccid = ''] = [nodeOf(fields), fields.peek()];
    const isCard = /^\d{6,20}$/.test(iccid);
    const login = bareMessage('login', isCard ? { iccid } : {});
    return { identities: isCard ? [node, iccid] : [node], messages: [login], replies: answered('now') };
  }
  if (type !== 'UNITSTAT') throw new UnknownType(type);
  const moment = fields.textIfAny() + fields.textIfAny();
  // A device whose clock was never set would send it forever.
  const time = timeIfAny(() => wholeMoment(moment));
  return decodedFrom([nodeOf(fields)], status(time, fields), answered('stored'));
}

function nodeOf(fields: Fields): string {
  const node = fields.text();
  if (!NODE.test(node)) throw new BadFrame('a message of nobody');
  return node;
}

/**
 * Reads these fields in order: latitude, longitude, km/h, course, satellites, millivolts, dBm, state, operator, height,
 * HDOP in tenths, cell, and further unknown fields. Without a position the fields are zeros, and there are no
 * satellites. The height has an unknown unit: a recorded 213 is higher than Denmark.
 */
function status(time: Date | null, fields: Fields): Message {
  const [lat, lon] = [degrees(fields.textIfAny()), degrees(fields.textIfAny())];
  const [speedKph, courseDeg, satellites] = [fields.value(), fields.value(), fields.value()];
  const attributes: Attributes = { satellites, batteryV: fields.value() / 1000, rssi: fields.value() };
  attributes.status = fields.textIfAny().slice(0, 8);
  fields.skip(2);
  const hdop = fields.value() / 10;
  const reported = timed(time, { valid: satellites > 0, lat, lon, speedKph, courseDeg });
  if (reported.fix !== null) attributes.hdop = hdop;
  return { kind: 'report', ...reported, attributes };
}

/** "N55.46.0812" is 55°46.0812' north. */
function degrees(text: string): number | undefined {
  const parts = /^([NSEW])(\d{1,3})\.(\d{1,2}\.\d+)$/.exec(text);
  if (parts === null) return undefined;
  const value = degreesMinutes(`${parts[2]}-${parts[3]}`, parts[1] ?? '');
  return value === 0 ? 0 : value;
}
