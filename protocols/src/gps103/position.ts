import { unlessBad } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import type { Fields } from '../tools/fields.ts';
import { timed, timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { dayFirst, degreesMinutes, digits, KNOT_KPH, utc } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

/** The words that state a device's reason for reporting. */
const ALARMS = byWord<AlarmCode>({
  'help me': 'sos',
  'low battery': 'lowBattery',
  'ac alarm': 'powerCut',
  stockade: 'geofence',
  move: 'movement',
  speed: 'overspeed',
  'door alarm': 'door',
  'sensor alarm': 'vibration',
  'accident alarm': 'accident',
  'bonnet alarm': 'bonnet',
  'footbrake alarm': 'footBrake',
  DTC: 'fault',
});

const CARD = 'rfid';
/** A photograph was taken, and a part of it: photographs are not stored. */
const PHOTO = /^v[tr]\d/;
/** The letter of a command in lower case and "t" form its reply (protocol, "commands from the server"). */
const ANSWER = /^[a-z]t$/;

/** The attributes implied by the reason of a report. */
function reasonOf(reason: string): Attributes {
  const alarm = ALARMS[reason];
  if (alarm !== undefined) return { alarm: [alarm] };
  if (reason === 'acc on' || reason === 'acc off') return { ignition: reason === 'acc on' };
  // The ignition was turned on while the tracker was armed (protocol, "acc alarm").
  if (reason === 'acc alarm') return { ignition: true, alarm: ['general'] };
  if (reason.startsWith('oil')) {
    const left = Number.parseFloat(reason.slice(4));
    return { alarm: ['fuelLeak'], ...(Number.isFinite(left) && { fuelPercent: left }) };
  }
  if (reason.startsWith('T:')) return { alarm: ['temperature'], ...temperature(reason.slice(2)) };
  return reason === 'tracker' || reason === '' ? {} : { event: reason };
}

/**
 * Null if the message has neither coordinates nor a known reason. Reason, the device's local time, telephone or tag, F
 * (fix) or L (none), hhmmss.sss UTC, A or V, latitude, N or S, longitude, E or W, speed in knots, course, altitude in
 * metres, ignition, door, fuel of two tanks, temperature.
 */
export function position(fields: Fields): Message | null {
  const word = fields.text().trim();
  const reason = reasonOf(word);
  const local = fields.left > 0 ? fields.text() : '';
  const number = fields.left > 0 ? fields.text().trim() : '';
  // A card was presented to the reader: its number replaces the telephone.
  if (word === CARD && number !== '') reason.driverTag = number;
  const signal = fields.left > 0 ? fields.text() : '';
  const answered = ANSWER.test(word) ? { kind: 'reply' as const, text: word } : null;
  if (PHOTO.test(word)) return { kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} };
  if (signal !== 'F') {
    const isKnown = signal === 'L' || answered !== null || reason.alarm !== undefined || reason.ignition !== undefined;
    if (!isKnown) return null;
    const kind = Object.keys(reason).length > 0 ? 'report' : 'heartbeat';
    return { kind, deviceTime: null, fix: null, attributes: reason, ...answered };
  }
  const clock = fields.text();
  const validity = fields.text();
  const place = unlessBad(() => [side(fields, 'N'), side(fields, 'E')] as const);
  const speedKph = (fields.numberIfAny() ?? 0) * KNOT_KPH;
  const courseDeg = fields.numberIfAny() ?? 0;
  const altitudeM = fields.numberIfAny() ?? null;
  const when = timeIfAny(() => timeOf(local, clock));
  const [lat, lon] = place ?? [];
  const where =
    lat === undefined || lon === undefined
      ? null
      : { valid: validity === 'A', lat, lon, altitudeM, speedKph, courseDeg };
  return {
    kind: 'report',
    ...(where ? timedWithZeros(when, where) : timed(when, null)),
    attributes: { ...reason, ...state(fields) },
    ...answered,
  };
}

const SIDE = /^[NSEW]$/;

/**
 * Reads degrees and their hemisphere. Some devices send the hemisphere first, leave north and east empty, or have no
 * field for them.
 */
function side(fields: Fields, positive: 'N' | 'E'): number {
  const first = fields.text();
  if (SIDE.test(first)) return degreesMinutes(fields.text(), first);
  const next = fields.peek() ?? '';
  const hasSide = next === '' || SIDE.test(next);
  if (hasSide) fields.skip();
  return degreesMinutes(first, next === '' || !hasSide ? positive : next);
}

function state(fields: Fields): Attributes {
  const [ignition, door] = [fields.switchIfAny(), fields.switchIfAny()];
  const [percent, second] = [share(fields.textIfAny()), share(fields.textIfAny())];
  return {
    ...(ignition !== undefined && { ignition }),
    ...(door !== undefined && { door }),
    ...(Number.isFinite(percent) && { fuelPercent: percent }),
    ...(Number.isFinite(second) && { fuel2Percent: second }),
    ...temperature(fields.left > 0 ? fields.text() : ''),
  };
}

const share = (text: string): number => (text.endsWith('%') ? Number.parseFloat(text) : Number.NaN);

function temperature(text: string): Attributes {
  const degrees = Number.parseFloat(text);
  return Number.isFinite(degrees) ? { temperature1C: degrees } : {};
}

const MINUTE_MS = 60_000;
const HALF_DAY = 12 * 60;

/**
 * UTC of the device's local time, "yymmddhhmm[ss]" or "yy/mm/dd hh:mm", and the time of the fix, "hhmmss[.sss]" UTC:
 * the local date may be one before or after that of UTC. Without the time of the fix only the local time is available.
 */
function timeOf(localText: string, clock: string): Date {
  const local = localText.replaceAll(/[/ :]/g, '');
  const [hour, minute] = [digits(local, 6, 2), digits(local, 8, 2)];
  const [year, month, day] = [digits(local, 0, 2), digits(local, 2, 2), digits(local, 4, 2)];
  if (!/^\d{6}/.test(clock)) return utc(year, month, day, hour, minute, local.length >= 12 ? digits(local, 10, 2) : 0);
  const [utcHour, utcMinute] = [digits(clock, 0, 2), digits(clock, 2, 2)];
  let ahead = (hour - utcHour) * 60 + minute - utcMinute;
  if (ahead <= -HALF_DAY) ahead += 2 * HALF_DAY;
  if (ahead > HALF_DAY) ahead -= 2 * HALF_DAY;
  return new Date(utc(year, month, day, hour, minute, digits(clock, 4, 2)).getTime() - ahead * MINUTE_MS);
}

const hasText = (text: string) => !/^-*$/.test(text);

/**
 * Reads the position of models with decimal degrees: name, event, a sensor and its volts (dashes if absent), hhmmss,
 * ddmmyy, signal, valid, latitude, longitude, speed in km/h, course, altitude, HDOP, satellites, ignition, charging.
 */
export function plainPosition(fields: Fields): Message {
  fields.skip(1);
  const [event, sensor, volts] = [fields.text(), fields.text(), fields.numberIfAny()];
  const decoded: Attributes = {
    ...(hasText(event) && { event }),
    ...(hasText(sensor) && { sensorId: sensor }),
    sensorV: volts,
  };
  const clock = fields.text();
  const day = fields.text();
  const time = timeIfAny(() => dayFirst(day, clock));
  const rssi = fields.numberIfAny();
  const valid = (fields.numberIfAny() ?? 0) > 0;
  const [lat, lon] = [fields.value(), fields.value()];
  const [speedKph, courseDeg, altitudeM] = [fields.numberIfAny(), fields.numberIfAny(), fields.numberIfAny()];
  const [hdop, satellites] = [fields.numberIfAny(), fields.numberIfAny()];
  const [ignition, charging] = [fields.switchIfAny(), fields.switchIfAny()];
  return {
    kind: 'report',
    ...timedWithZeros(time, { valid, lat, lon, speedKph, courseDeg, altitudeM }),
    attributes: { ...decoded, rssi, hdop, satellites, ignition, charging },
  };
}
