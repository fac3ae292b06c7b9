import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { decimal, Fields, hexadecimal } from '../tools/fields.ts';
import { fixUnlessNowhere } from '../tools/fix.ts';
import { exclusiveOr } from '../tools/sums.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { yearFirst } from '../tools/units.ts';
import type { Attributes, Decoded, Message, StreamProtocol } from '../types.ts';
import { type Layout, LAYOUTS, PASSED_ON_FIELDS, TROUBLE_FIELD } from './layouts.ts';

const MAX_FRAME_BYTES = 1024;

/** aQuila of iTriangle (TS101 and similar): lines of text with a checksum over TCP, in several layouts. */
export const aquila: StreamProtocol = {
  kind: 'stream',
  name: 'aquila',
  title: 'aQuila (iTriangle TS101)',
  defaultPort: 5089,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
  newInspector: () => newConversation(readUnchecked),
};

/** "$$", fields, a star, the XOR of all bytes before the star. */
const LINE = /^(\$\$[\x20-\x7e]*)\*([0-9A-F]{2})$/i;
const IDENTITY = /^\d{4,16}$/;
/** The event of the first line of a connection. */
const CONNECTED = '15';
/** Events above this are the same events, sent from memory. */
const ARCHIVED = 100;
const [EVENT, PLACE, SIGNAL] = [2, 3, 7];
const TROUBLE = /^D\((.*)\)$/;

function read(frame: Uint8Array): Decoded {
  const [, content = '', sum = ''] = LINE.exec(textOf(frame).trim()) ?? [];
  if (content !== '' && exclusiveOr(asciiBytes(content)) !== hexadecimal(sum)) {
    throw new BadFrame('a wrong checksum');
  }
  return readUnchecked(frame);
}

/**
 * Reads these fields in order: "$$" and the vendor, identity, event, latitude, longitude, yymmddhhmmss, A or V, then
 * the fields of the layout.
 */
function readUnchecked(frame: Uint8Array): Decoded {
  const content = LINE.exec(textOf(frame).trim())?.[1];
  if (content === undefined) throw new BadFrame('no message of aQuila');
  const fields = new Fields(content.endsWith(',') ? content.slice(0, -1) : content);
  const identity = fields.field(1) ?? '';
  if (!IDENTITY.test(identity)) throw new BadFrame('a message of nobody');
  const isConnected = fields.field(EVENT) === CONNECTED && fields.decimalAt(PLACE) === undefined;
  const message = isConnected ? bareMessage('login', { firmware: fields.field(PLACE) ?? '' }) : position(fields);
  return decodedFrom([identity], message);
}

function position(fields: Fields): Message {
  const count = fields.left;
  const layout = LAYOUTS[count];
  if (layout === undefined && count !== PASSED_ON_FIELDS) throw new BadFrame(`a line of ${count} fields is not known`);
  fields.at = EVENT;
  const event = fields.number();
  const [lat, lon] = [fields.number(), fields.number()];
  const moment = fields.text();
  const time = yearFirst(moment.slice(0, 6), moment.slice(6));
  const valid = fields.text() === 'A';
  const isArchived = event > ARCHIVED;
  const attributes: Attributes = { event: isArchived ? event - ARCHIVED : event };
  if (isArchived) attributes.archived = true;
  if (layout === undefined) {
    attributes.passedOn = `${fields.text()},${fields.text()}`;
    return reportOf(fixUnlessNowhere({ time, valid, lat, lon }), attributes);
  }
  fields.at = SIGNAL;
  attributes.rssi = fields.number();
  const [speedKph, metres] = [fields.number(), fields.number()];
  // A counter that overflowed is negative.
  if (metres >= 0) attributes.odometerM = metres;
  const courseDeg = readLayout(layout, fields, attributes);
  return reportOf(fixUnlessNowhere({ time, valid, lat, lon, speedKph, courseDeg }), attributes);
}

function readLayout(layout: Layout, fields: Fields, attributes: Attributes): number {
  const text = (field: number) => fields.field(field) ?? '';
  for (const [name, field] of Object.entries(layout.flags)) attributes[name] = text(field) === '1';
  for (const [name, [field, divisor]] of Object.entries(layout.numbers)) {
    attributes[name] = decimal(text(field)) / divisor;
  }
  const alarm = layout.alarms.filter(([field]) => text(field) === '1').map(([, code]) => code);
  if (alarm.length > 0) attributes.alarm = alarm;
  const troubleCodes = TROUBLE.exec(text(TROUBLE_FIELD))?.[1] ?? '';
  if (troubleCodes !== '') attributes.troubleCodes = troubleCodes.split('|');
  if (layout.course !== undefined) return decimal(text(layout.course));
  const bits = [0, 1, 2, 3].map((bit) => text((layout.courseBits ?? 0) + bit)).join('');
  const step = Number.parseInt(bits, 2);
  return step >= 1 && step <= 8 ? (step - 1) * 45 : 0;
}
