import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, reportOf, saidBy } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { wholeMoment } from '../tools/units.ts';
import type { AlarmCode, Attributes, Decoded, Reply } from '../types.ts';

/** Newer devices have a word before the identity, some without a comma between. */
const HEAD = /^(?:\$\$(STATUS|ALARM),?)?([\w-]{1,20}),/;
const HEARTBEAT = /^\$\$hb\b/i;
const ALIVE = asciiBytes('$$hb,1#');
/** Bits of the status. */
const [FIX, IGNITION, FIRST_INPUT] = [0, 1, 20];
const INPUTS = 4;
/** Of the fields behind the fuel, those of thermometers and engine. */
const MEASUREMENTS = 11;
const EVENT_MARK = '+';
const WHOLE = /^\d+$/;
const ALARMS: ReadonlyMap<number, AlarmCode> = new Map([
  [11317, 'hardAcceleration'],
  [11319, 'hardBraking'],
]);

const repliesOf = (when: Reply['when']): Reply[] => [{ when, bytes: ALIVE }];

/**
 * Identity, moment, longitude, latitude, km/h, course, metres, satellites, type, kilometres, status, fuel, two fields, then
 * measurements or an event. The meaning of the fields is that of Traccar's public decoder, held against recorded frames.
 */
export function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim().replace(/#$/, '');
  if (HEARTBEAT.test(text)) return saidBy([], bareMessage('heartbeat'), repliesOf('now'));
  const head = HEAD.exec(text);
  if (head === null) throw new BadFrame('no message of Plugin');
  const [whole, word, identity = ''] = head;
  const fields = new Fields(text.slice(whole.length));
  const moment = fields.text();
  if (!/^\d{14}$/.test(moment)) throw new BadFrame(`"${moment.slice(0, 20)}" is no moment`);
  const time = wholeMoment(moment);
  const [lon, lat, speedKph, courseDeg] = [fields.number(), fields.number(), fields.number(), fields.number()];
  const [altitudeM, satellites] = [fields.number(), fields.number()];
  fields.skip();
  const isWhole = [fields.peek(), fields.peek(1)].map((field = '') => WHOLE.test(field));
  // Wondex and Avema begin like a line without a word, and have kilometres with a point or volts there.
  if (isWhole[1] !== true || (word === undefined && isWhole[0] !== true))
    throw new BadFrame('a line of another protocol');
  const [distance, status] = [fields.number(), fields.number()];
  const has = (bit: number) => ((status >>> bit) & 1) === 1;
  const attributes: Attributes = { ignition: has(IGNITION), ...switches('input', status >>> FIRST_INPUT, INPUTS) };
  // -1 where they are not counted.
  if (satellites >= 0) attributes.satellites = satellites;
  // Devices without a word before the identity count in another unit.
  if (word !== undefined) attributes.odometerM = Math.round(distance * 1000);
  fields.skip(3);
  if (fields.peek() === EVENT_MARK) Object.assign(attributes, eventOf(fields));
  else if (fields.left >= MEASUREMENTS) Object.assign(attributes, measured(fields));
  const fix = fixOf({ time, valid: has(FIX), lat, lon, altitudeM, speedKph, courseDeg });
  return saidBy([identity], reportOf(fix, attributes), repliesOf('stored'));
}

function eventOf(fields: Fields): Attributes {
  fields.skip();
  const event = fields.number();
  const alarm = ALARMS.get(event);
  return { event, ...(alarm !== undefined && { alarm: [alarm] }) };
}

/** Two thermometers, oil, turns, km/h, people in and out, state, air, throttle and volts in tenths, which are 0 if none is read. */
function measured(fields: Fields): Attributes {
  const attributes: Attributes = { temperature1C: fields.number(), temperature2C: fields.number() };
  fields.skip();
  attributes.engineRpm = fields.number();
  attributes.obdSpeedKph = fields.number();
  fields.skip(4);
  attributes.throttlePercent = fields.number() / 10;
  const volts = fields.number() / 10;
  if (volts > 0) attributes.powerV = volts;
  return attributes;
}
