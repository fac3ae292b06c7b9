import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, reportOf, saidBy } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { degreesMinutes, wholeMoment } from '../tools/units.ts';
import type { Attributes, Decoded, Reply } from '../types.ts';

const NODE = /^\d{6,15}$/;
const NUMBER = /^-?\d{1,9}$/;

/**
 * Number of the message, what it is, and what that says; the number is said back. The meaning of the fields is that of
 * Traccar's public decoder, held against recorded frames.
 */
export function read(frame: Uint8Array): Decoded {
  const fields = new Fields(textOf(frame).trim());
  const number = fields.text();
  if (!NUMBER.test(number)) throw new BadFrame('no message of Flextrack');
  const answered = (when: Reply['when']): Reply[] => [{ when, bytes: asciiBytes(`${number},ACK\r`) }];
  const type = fields.text();
  if (type === 'LOGON') {
    const [node, iccid] = [nodeOf(fields), fields.text()];
    if (!/^\d{6,20}$/.test(iccid)) throw new BadFrame('a card without a number');
    return { identities: [node, iccid], messages: [bareMessage('login', { iccid })], replies: answered('now') };
  }
  if (type !== 'UNITSTAT') throw new BadFrame(`a message "${type.slice(0, 20)}"`);
  const [day, clock] = [fields.text(), fields.text()];
  if (!/^\d{8}$/.test(day) || !/^\d{6}$/.test(clock)) throw new BadFrame(`there is no ${day} ${clock}`);
  return status(wholeMoment(day + clock), nodeOf(fields), fields, answered('stored'));
}

function nodeOf(fields: Fields): string {
  const node = fields.text();
  if (!NODE.test(node)) throw new BadFrame('a message of nobody');
  return node;
}

/**
 * Latitude, longitude, km/h, course, satellites, millivolts, dBm, state, operator, metres, HDOP in tenths, cell, and more
 * that is not known. Zeros without satellites where there is no place.
 */
function status(time: Date, node: string, fields: Fields, replies: Reply[]): Decoded {
  const [lat, lon] = [degrees(fields.text()), degrees(fields.text())];
  const [speedKph, courseDeg, satellites] = [fields.number(), fields.number(), fields.number()];
  const attributes: Attributes = { satellites, batteryV: fields.number() / 1000, rssi: fields.number() };
  attributes.status = fields.text().slice(0, 8);
  fields.skip();
  const altitudeM = fields.number();
  const isNowhere = satellites === 0 && lat === 0 && lon === 0;
  if (isNowhere) return saidBy([node], reportOf(null, attributes, time), replies);
  attributes.hdop = fields.number() / 10;
  const fix = fixOf({ time, valid: satellites > 0, lat, lon, altitudeM, speedKph, courseDeg });
  return saidBy([node], reportOf(fix, attributes), replies);
}

/** "N55.46.0812" is 55°46.0812' north. */
function degrees(text: string): number {
  const parts = /^([NSEW])(\d{1,3})\.(\d{1,2}\.\d+)$/.exec(text);
  if (parts === null) throw new BadFrame(`"${text.slice(0, 20)}" are no degrees`);
  const value = degreesMinutes(`${parts[2]}-${parts[3]}`, parts[1] ?? '');
  return value === 0 ? 0 : value;
}
