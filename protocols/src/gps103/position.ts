import { byWord } from '../tools/by-word.ts';
import { Fields } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import { dayFirst, degreesMinutes, digits, KNOT_KPH, utc } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

/** The words with which a device says why it reports. */
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

/** What the reason of a report says by itself. */
function reasonOf(reason: string): Attributes {
  const alarm = ALARMS[reason];
  if (alarm !== undefined) return { alarm: [alarm] };
  if (reason === 'acc on' || reason === 'acc off') return { ignition: reason === 'acc on' };
  if (reason.startsWith('oil')) {
    const left = Number.parseFloat(reason.slice(4));
    return { alarm: ['fuelLeak'], ...(Number.isFinite(left) && { fuelPercent: left }) };
  }
  if (reason.startsWith('T:')) return { alarm: ['temperature'], ...temperature(reason.slice(2)) };
  return reason === 'tracker' || reason === '' ? {} : { event: reason };
}

/**
 * Reason, the device's local time, telephone or tag, F (fix) or L (none), hhmmss.sss UTC, A or V, latitude, N or S,
 * longitude, E or W, speed in knots, course, altitude in metres, ignition, door, fuel of two tanks, temperature.
 */
export function position(fields: Fields): Message | null {
  const word = fields.text().trim();
  const reason = reasonOf(word);
  const local = fields.left > 0 ? fields.text() : '';
  const number = fields.left > 0 ? fields.text().trim() : '';
  // A card was held before the reader: its number stands where others have a telephone.
  if (word === CARD && number !== '') reason.driverTag = number;
  if (fields.left < 1 || fields.text() !== 'F') {
    const told = Object.keys(reason).length > 0;
    return told ? { kind: 'report', deviceTime: null, fix: null, attributes: reason } : null;
  }
  const clock = fields.text();
  const validity = fields.text();
  const [lat, lon] = [side(fields, 'N'), side(fields, 'E')];
  const speedKph = (fields.numberIfAny() ?? 0) * KNOT_KPH;
  const courseDeg = fields.numberIfAny() ?? 0;
  const altitudeM = fields.numberIfAny() ?? null;
  const time = timeOf(local, clock);
  const fix = fixOf({ time, valid: validity === 'A', lat, lon, altitudeM, speedKph, courseDeg });
  return { kind: 'report', deviceTime: time, fix, attributes: { ...reason, ...state(fields) } };
}

/** Degrees and the side of the world they are on; some devices write the side first, or leave out north and east. */
function side(fields: Fields, positive: 'N' | 'E'): number {
  const first = fields.text();
  const second = fields.text();
  return /^[NSEW]$/.test(first)
    ? degreesMinutes(second, first)
    : degreesMinutes(first, second === '' ? positive : second);
}

function state(fields: Fields): Attributes {
  const [ignition, door, fuel] = [fields.switchIfAny(), fields.switchIfAny(), fields.left > 0 ? fields.text() : ''];
  fields.skip();
  const percent = fuel.endsWith('%') ? Number.parseFloat(fuel) : Number.NaN;
  return {
    ...(ignition !== undefined && { ignition }),
    ...(door !== undefined && { door }),
    ...(Number.isFinite(percent) && { fuelPercent: percent }),
    ...temperature(fields.left > 0 ? fields.text() : ''),
  };
}

function temperature(text: string): Attributes {
  const degrees = Number.parseFloat(text);
  return Number.isFinite(degrees) ? { temperature1C: degrees } : {};
}

const MINUTE_MS = 60_000;
const HALF_DAY = 12 * 60;

/**
 * UTC of the device's local time, "yymmddhhmm[ss]" or "yy/mm/dd hh:mm", and the clock of the fix, "hhmmss[.sss]" UTC:
 * the local day may be one before or after that of UTC. Without that clock the local time is all there is.
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

/**
 * Of models with decimal degrees: name, three empty ones, hhmmss, ddmmyy, signal, valid, latitude, longitude, speed in
 * km/h, course, altitude, HDOP, satellites, ignition, charging.
 */
export function plainPosition(fields: Fields): Message {
  fields.skip(4);
  const clock = fields.text();
  const time = dayFirst(fields.text(), clock);
  const rssi = fields.number();
  const valid = fields.text() === '1';
  const [lat, lon, speedKph, courseDeg] = [fields.number(), fields.number(), fields.number(), fields.number()];
  const fix = fixOf({ time, valid, lat, lon, speedKph, courseDeg, altitudeM: fields.number() });
  const [hdop, satellites] = [fields.number(), fields.number()];
  const [ignition, charging] = [fields.switchIfAny(), fields.switchIfAny()];
  return {
    kind: 'report',
    deviceTime: time,
    fix,
    attributes: {
      rssi,
      hdop,
      satellites,
      ...(ignition !== undefined && { ignition }),
      ...(charging !== undefined && { charging }),
    },
  };
}
