import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { decimalIfAny, Fields } from '../tools/fields.ts';
import { fixUnlessNowhere, timeIfAny } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { wholeMoment } from '../tools/units.ts';
import type { AlarmCode, Attributes, Decoded, Reply, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** Trackers of Plugin: text that ends with "#", over TCP. */
export const plugin: StreamProtocol = {
  kind: 'stream',
  name: 'plugin',
  title: 'Plugin',
  defaultPort: 5192,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '#'),
  newDecoder: () => newConversation(read),
};

/** Newer devices send a word before the identity, some without a comma between. */
const HEAD = /^(?:\$\$(STATUS|ALARM),?)?([\w-]{1,20}),/;
const HEARTBEAT = /^\$\$hb\b/i;
const ALIVE = asciiBytes('$$hb,1#');
/** Bits of the status. */
const [FIX, IGNITION, FIRST_INPUT] = [0, 1, 20];
const INPUTS = 4;
/** Number of fields after the fuel, for thermometers and engine. */
const MEASUREMENTS = 11;
const EVENT_MARK = '+';
const WHOLE = /^\d+$/;
const ALARMS: ReadonlyMap<number, AlarmCode> = new Map([
  [11317, 'hardAcceleration'],
  [11319, 'hardBraking'],
]);

/** In lines of other protocols, a whole number's field is empty or a floating-point number. */
const isOther = (field: string) => field === '' || decimalIfAny(field) !== undefined;

const repliesOf = (when: Reply['when']): Reply[] => [{ when, bytes: ALIVE }];

/**
 * Reads these fields in order: identity, timestamp, longitude, latitude, km/h, course, metres, satellites, type,
 * kilometres, status, fuel, two fields, then measurements or an event. The meaning of the fields follows Traccar's
 * public decoder, checked against recorded frames.
 */
function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim().replace(/#$/, '');
  if (HEARTBEAT.test(text)) return decodedFrom([], bareMessage('heartbeat'), repliesOf('now'));
  const head = HEAD.exec(text);
  if (head === null) throw new BadFrame('no message of Plugin');
  const [whole, word, identity = ''] = head;
  const fields = new Fields(text.slice(whole.length));
  const moment = fields.text();
  if (word === undefined && !/^\d{14}$/.test(moment)) throw new BadFrame(`"${moment.slice(0, 20)}" is no moment`);
  const time = timeIfAny(() => wholeMoment(moment));
  const [lon, lat, speedKph, courseDeg] = [fields.value(), fields.value(), fields.value(), fields.value()];
  const [metres, satellites] = [fields.value(), fields.value()];
  fields.skip();
  const [way = '', bits = ''] = [fields.peek(), fields.peek(1)];
  // Wondex and Avema begin like a line without a word, and have decimal kilometres or volts there.
  const unread = [way, bits].filter((field) => !WHOLE.test(field));
  if (word === undefined && (unread.some(isOther) || unread.length > 1))
    throw new BadFrame('a line of another protocol');
  const distance = fields.value();
  const status = WHOLE.test(bits) ? decimalIfAny(bits) : undefined;
  fields.skip();
  const has = (bit: number) => (((status ?? 0) >>> bit) & 1) === 1;
  const attributes: Attributes =
    status === undefined ? {} : { ignition: has(IGNITION), ...switches('input', status >>> FIRST_INPUT, INPUTS) };
  //
  // -1 if they are not counted.
  if (satellites >= 0) attributes.satellites = satellites;
  // Devices without a word before the identity count in another unit. 0 means none: it was sent at 62 km/h.
  if (word !== undefined && distance > 0) attributes.odometerM = Math.round(distance * 1000);
  // A device without a word before the identity always sends its fuel.
  if (word === undefined && fields.text() === '') throw new BadFrame('a line of another protocol');
  fields.skip(word === undefined ? 1 : 2);
  // IntelliTrac begins the same way: only here does a zero end the line.
  if (word === undefined && fields.rest() !== '0') throw new BadFrame('a line of another protocol');
  fields.skip();
  if (fields.peek() === EVENT_MARK) Object.assign(attributes, eventOf(fields));
  else if (fields.left >= MEASUREMENTS) Object.assign(attributes, measured(fields));
  // 0 means none: it was sent at positions 1,100 to 1,500 m high.
  const altitudeM = metres === 0 ? null : metres;
  const fix = fixUnlessNowhere({ time, valid: has(FIX), lat, lon, altitudeM, speedKph, courseDeg });
  return decodedFrom([identity], reportOf(fix, attributes, time), repliesOf('stored'));
}

function eventOf(fields: Fields): Attributes {
  fields.skip();
  const event = fields.value();
  const alarm = ALARMS.get(event);
  return { event, ...(alarm !== undefined && { alarm: [alarm] }) };
}

/**
 * Reads these fields in order: two thermometers, oil, rpm, km/h, people entering and leaving, state, air, throttle and
 * volts in tenths. An absent thermometer sends 0, and so do all values of an engine that is not read.
 */
function measured(fields: Fields): Attributes {
  const attributes: Attributes = {};
  const [first, second] = [fields.value(), fields.value()];
  if (first !== 0) attributes.temperature1C = first;
  if (second !== 0) attributes.temperature2C = second;
  fields.skip();
  const [engineRpm, obdSpeedKph] = [fields.value(), fields.value()];
  fields.skip(4);
  const [throttlePercent, powerV] = [fields.value() / 10, fields.value() / 10];
  return powerV > 0 ? { ...attributes, engineRpm, obdSpeedKph, throttlePercent, powerV } : attributes;
}
