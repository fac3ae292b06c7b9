import { BadFrame } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { fixUnlessNowhere, timeIfAny } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { readSwitch, switches } from '../tools/switches.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import { degreesMinutesIfAny, wholeMoment } from '../tools/units.ts';
import type { AlarmCode, Attributes, Decoded, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 1024;

/** Trackers of TMG in India: a line for each message, over TCP. */
export const tmg: StreamProtocol = {
  kind: 'stream',
  name: 'tmg',
  title: 'TMG',
  defaultPort: 5132,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};

const HEAD = /^\$([a-z]{3})$/;
/** Alarms by the type of a message; other types have none. */
const ALARMS: Readonly<Record<string, AlarmCode>> = byWord<AlarmCode>({
  rmv: 'powerCut',
  ebl: 'lowPower',
  ibl: 'lowBattery',
  tmp: 'tampering',
  smt: 'tampering',
  btt: 'tampering',
});
/** Index of the inputs in older devices, counted from after the course. */
const LETTERS_AT = 5;
/** Fields between the outputs and the driver's card. */
const BEFORE_CARD = 5;
const [EMPTY, LIVE, ARCHIVED] = ['', 'L', 'H'];

/**
 * Reads these fields in order: type, live or archived in newer devices, IMEI, ddmmyyyy, hhmmss, fix, coordinates, km/h,
 * course, then the device data. The meaning of the fields follows Traccar's public decoder, checked against recorded
 * frames.
 */
function read(frame: Uint8Array): Decoded {
  const fields = new Fields(textOf(frame).trim());
  const type = HEAD.exec(fields.text())?.[1];
  if (type === undefined) throw new BadFrame('no message of TMG');
  const origin = fields.peek() === LIVE || fields.peek() === ARCHIVED ? fields.text() : EMPTY;
  const identity = fields.text();
  if (!isImei(identity)) throw new BadFrame('a message of nobody');
  const time = timeIfAny(() => momentOf(fields.text(), fields.text()));
  const hasFix = fields.value() > 0;
  const lat = degreesMinutesIfAny(fields.text(), fields.text());
  const lon = degreesMinutesIfAny(fields.text(), fields.text());
  const [speedKph, courseDeg] = [fields.value(), fields.value()];
  const isOlder = /^[LH]{4}$/.test(fields.peek(LETTERS_AT) ?? '');
  const { altitudeM, attributes } = isOlder ? olderState(fields) : newerState(fields);
  // Without satellites the last position is repeated, with a height and HDOP of 0.
  const valid = hasFix && attributes.satellites !== 0;
  attributes.event = type;
  if (origin === ARCHIVED) attributes.archived = true;
  const alarm = ALARMS[type];
  if (alarm !== undefined) attributes.alarm = [alarm];
  const fix = fixUnlessNowhere({ time, valid, lat, lon, altitudeM, speedKph, courseDeg });
  return decodedFrom([identity], reportOf(fix, attributes, time));
}

function momentOf(day: string, clock: string): Date {
  if (!/^\d{8}$/.test(day) || !/^\d{6}$/.test(clock)) throw new BadFrame(`there is no ${day} ${clock}`);
  return wholeMoment(`${day.slice(4)}${day.slice(2, 4)}${day.slice(0, 2)}${clock}`);
}

interface State {
  altitudeM: number | null;
  attributes: Attributes;
}

/**
 * Reads these fields in order: cell, signal, satellites, battery in an unknown unit, ignition, inputs and outputs as
 * "L" and "H", …
 */
function olderState(fields: Fields): State {
  fields.skip();
  const attributes: Attributes = { rssi: fields.value(), satellites: fields.value() };
  fields.skip();
  readSwitch(attributes, 'ignition', fields.text());
  const inputs = fields.text();
  fields.skip();
  const outputs = fields.text();
  Object.assign(attributes, digits('input', digitsOf(inputs)), digits('output', digitsOf(outputs)));
  return { altitudeM: null, attributes };
}

/** The first letter is the first switch. */
const digitsOf = (letters: string) =>
  Array.from(letters, (letter) => (letter === 'H' ? '1' : '0'))
    .toReversed()
    .join('');

/**
 * Reads these fields in order: metres, HDOP, satellites, those in view, operator, signal, cell, ignition, volts of
 * battery and vehicle, inputs, outputs, …
 */
function newerState(fields: Fields): State {
  const [metres, hdop, satellites] = [fields.value(), fields.value(), fields.value()];
  const attributes: Attributes = satellites > 0 ? { hdop, satellites } : { satellites };
  const altitudeM = satellites > 0 ? metres : null;
  fields.skip(2);
  attributes.rssi = fields.value();
  fields.skip();
  readSwitch(attributes, 'ignition', fields.text());
  attributes.batteryV = fields.value();
  attributes.powerV = fields.value();
  Object.assign(attributes, digits('input', fields.text()), digits('output', fields.text()));
  const card = fields.peek(BEFORE_CARD) ?? '';
  if (/^\d{4,20}$/.test(card) && Number(card) > 0) attributes.driverTag = card;
  return { altitudeM, attributes };
}

/** The last digit is the first switch. */
function digits(name: 'input' | 'output', text: string): Attributes {
  if (!/^[01]{1,8}$/.test(text)) return {};
  return switches(name, Number.parseInt(text, 2), text.length);
}
