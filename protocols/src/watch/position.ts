import type { Fields } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { dayFirst } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

/** The upper half of the state's bits are alarms (protocol, "terminal state"). */
const ALARMS: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [16, 'sos'],
  [17, 'lowBattery'],
  [18, 'geofenceExit'],
  [19, 'geofenceEnter'],
  [20, 'removing'],
  [21, 'fallDown'],
];
const MOTION_BIT = 4;

/**
 * Reads these fields in order: ddmmyy, hhmmss, A or V, latitude, hemisphere, longitude, hemisphere, km/h, course,
 * metres above sea level, satellites, signal in percent, battery in percent, steps, turns in bed, state, then cells and
 * wireless networks.
 */
export function position(type: string, fields: Fields): Message {
  const [day, clock] = [fields.textIfAny(), fields.textIfAny()];
  const time = timeIfAny(() => dayFirst(day, clock));
  const valid = fields.textIfAny() === 'A';
  const [lat, lon] = [degrees(fields), degrees(fields)];
  const [speedKph, courseDeg, altitudeM] = [fields.value(), fields.value(), fields.value()];
  const [satellites, rssi, batteryPercent, steps] = [fields.value(), fields.value(), fields.value(), fields.value()];
  fields.skip();
  const attributes = { satellites, rssi, batteryPercent, steps, ...state(type, fields.hexIfAny() ?? 0) };
  return { kind: 'report', ...timedWithZeros(time, { valid, lat, lon, speedKph, courseDeg, altitudeM }), attributes };
}

/** Some models write a sign in addition to the hemisphere. */
function degrees(fields: Fields): number {
  const value = fields.value();
  const side = fields.textIfAny();
  return value > 0 && (side === 'S' || side === 'W') ? -value : value;
}

function state(type: string, bits: number): Attributes {
  const alarm = ALARMS.flatMap(([bit, code]) => ((bits >>> bit) & 1 ? [code] : []));
  if (type.startsWith('AL') && alarm.length === 0) alarm.push('general');
  return { ...(alarm.length > 0 && { alarm }), ...((bits >>> MOTION_BIT) & 1 ? { motion: true } : {}) };
}
