import { BadFrame, UnknownType } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { decimalIfAny, Fields } from '../tools/fields.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { wholeMoment } from '../tools/units.ts';
import type { AlarmCode, Attributes, Decoded, Message, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** Mobilogix' trackers: messages in brackets over TCP, each answered. */
export const mobilogix: StreamProtocol = {
  kind: 'stream',
  name: 'mobilogix',
  title: 'Mobilogix',
  defaultPort: 5216,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, ']'),
  newDecoder: () => newConversation(read),
};

const LOGIN = 1;
const ALARMS: Readonly<Record<number, AlarmCode>> = {
  8: 'lowBattery',
  9: 'vibration',
  10: 'powerCut',
  11: 'lowPower',
  12: 'geofenceExit',
  13: 'overspeed',
  15: 'tow',
};
/** Bits of the state. */
const [CHARGING, IGNITION, MOTION] = [1, 2, 3];
/** Satellites, strength of the signal and validity. */
const RECEPTION = /^(\d)(\d)(\d)/;
const STATE = /^[0-9a-fA-F]{2}$/;
/** The device's time is echoed in the answer, whatever it is. */
const LONGEST_MOMENT = 19;

/**
 * Reads these fields in order: "[yyyy-mm-dd hh:mm:ss,T" with a number, 1 if live, firmware, identity, then the content
 * by type, "]".
 */
export function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim();
  const fields = new Fields(text.endsWith(']') ? text.slice(1, -1) : text.slice(1));
  const moment = fields.text();
  if (!text.startsWith('[') || moment.length > LONGEST_MOMENT) throw new BadFrame('no message of Mobilogix');
  const time = timeIfAny(() => wholeMoment(moment.replaceAll(/\D/g, '')));
  const typeText = fields.text();
  if (!/^T\d{1,3}$/.test(typeText)) throw new BadFrame(`"${typeText}" is no type of message`);
  const type = Number(typeText.slice(1));
  const archived = fields.text() === '0';
  fields.skip();
  const identity = fields.text();
  if (!/^\w{6,20}$/.test(identity)) throw new BadFrame('a message of nobody');
  const reply = asciiBytes(`[${moment},S${type}${type === LOGIN ? ',1' : ''}]`);
  if (type === LOGIN) return decodedFrom([identity], bareMessage('login'), [{ when: 'now', bytes: reply }]);
  // Only the state reveals the following fields; without one an unknown type is not read.
  if (ALARMS[type] === undefined && !STATE.test(fields.peek() ?? '')) throw new UnknownType(typeText, [identity]);
  const message = messageOf(type, time, fields);
  if (archived) message.attributes.archived = true;
  return decodedFrom([identity], message, [{ when: 'stored', bytes: reply }]);
}

/**
 * Reads these fields in order: state, volts, then satellites, signal and validity with one digit each, latitude,
 * longitude, km/h, course.
 */
function messageOf(type: number, time: Date | null, fields: Fields): Message {
  const alarm = ALARMS[type];
  const attributes: Attributes = { event: type, ...(alarm !== undefined && { alarm: [alarm] }) };
  if (!STATE.test(fields.peek() ?? '')) return reportOf(null, attributes, time);
  const status = fields.hex();
  const has = (bit: number) => ((status >> bit) & 1) === 1;
  Object.assign(attributes, {
    status,
    charging: has(CHARGING),
    ignition: has(IGNITION),
    motion: has(MOTION),
    batteryV: fields.value(),
  });
  if (fields.left < 5) return reportOf(null, attributes, time);
  const reception = fields.text();
  const [, satellites = '', strength = '', fixed = ''] = RECEPTION.exec(reception) ?? [];
  attributes.satellites = decimalIfAny(satellites);
  // One step is six decibels.
  attributes.rssi = 6 * (decimalIfAny(strength) ?? Number.NaN) - 111;
  const valid = fixed > '0';
  const [lat, lon, speedKph, courseDeg] = [fields.value(), fields.value(), fields.value(), fields.value()];
  return reportOf(fixIfAny({ time, valid, lat, lon, speedKph, courseDeg }), attributes, time);
}
