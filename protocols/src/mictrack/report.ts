import { reportOf } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { yearFirst } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

const ALARMS: Readonly<Record<number, AlarmCode>> = {
  0: 'powerOn',
  5: 'sos',
  8: 'lowBattery',
  9: 'geofenceEnter',
  10: 'geofenceExit',
  12: 'powerOff',
};

/** The number of network lists between time and event: access points, cells, or both. */
const LISTS: Readonly<Record<string, number>> = { R1: 1, R2: 1, R3: 1, R12: 2, R13: 2, Y1: 1 };
const [PLACE, ALIVE] = ['R0', 'RH'];
/** Latitude, longitude, km/h and course, which are meaningless in a heartbeat. */
const PLACE_FIELDS = 4;

/** Reads one kind of report, separated by plus signs; null for an unknown kind. */
export function report(kind: string, text: string): Message | null {
  const fields = new Fields(text, '+');
  if (kind === PLACE) return place(fields);
  if (kind === ALIVE) return alive(fields);
  const lists = LISTS[kind];
  if (lists === undefined) return null;
  const time = timeIfAny(() => moment(fields));
  // A network name may contain plus signs: event, volts and one more are the last fields.
  fields.at = Math.max(fields.at + lists, fields.at + fields.left - 3);
  return reportOf(null, happened(fields), time);
}

/** Reads these fields in order: satellites, yymmddhhmmss, degrees, km/h, course, event, volts. */
function place(fields: Fields): Message {
  const satellites = fields.value();
  const time = timeIfAny(() => moment(fields));
  const [lat, lon, speedKph, courseDeg] = [fields.value(), fields.value(), fields.value(), fields.value()];
  const attributes = { satellites, ...happened(fields) };
  return reportOf(fixIfAny({ time, valid: true, lat, lon, speedKph, courseDeg }), attributes, time);
}

function alive(fields: Fields): Message {
  const satellites = fields.value();
  const deviceTime = timeIfAny(() => moment(fields));
  fields.skip(PLACE_FIELDS);
  return { kind: 'heartbeat', deviceTime, fix: null, attributes: { satellites, ...happened(fields) } };
}

function moment(fields: Fields): Date {
  const text = fields.text();
  return yearFirst(text.slice(0, 6), text.slice(6));
}

/** Reads these fields in order: the number of the event, thousandths of volts. */
function happened(fields: Fields): Attributes {
  const event = fields.value();
  const alarm = ALARMS[event];
  return { event, batteryV: fields.value() / 1000, ...(alarm !== undefined && { alarm: [alarm] }) };
}
