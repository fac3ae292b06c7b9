import { byWord } from '../tools/by-word.ts';
import { decimalIfAny, type Fields } from '../tools/fields.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import { dayFirst, degreesMinutesIfAny, KNOT_KPH } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

/** Reasons for which a device reports. */
const ALARMS = byWord<AlarmCode>({
  3: 'sos',
  4: 'geofenceExit',
  5: 'powerCut',
  6: 'overspeed',
  7: 'geofenceExit',
  8: 'vibration',
  H: 'powerOff',
  T: 'tampering',
  X: 'geofenceEnter',
  Y: 'tow',
  Z: 'lowBattery',
});
/** A to D count two inputs. */
const INPUTS = 'ABCD';
/**
 * A current fix, one from the device's memory, one while parked; in lower case with a request for an acknowledgement.
 */
const VALID = 'ARP';

interface Reported {
  message: Message;
  status: string;
  event: string;
}

/**
 * Reads these fields in order: hhmmss, status, latitude, N or S, longitude, E or W, knots, course, ddmmyy, reason,
 * millivolts of the battery, kilometres driven, state of the receiver, millivolts of two inputs, area and cell, country
 * and network.
 */
export function position(fields: Fields): Reported {
  const clock = fields.text();
  const status = fields.text();
  const lat = degreesMinutesIfAny(fields.text(), fields.text());
  const lon = degreesMinutesIfAny(fields.text(), fields.text());
  const [speedKph, courseDeg] = [fields.value() * KNOT_KPH, fields.value()];
  const time = timeIfAny(() => dayFirst(fields.text(), clock));
  const event = fields.text();
  const valid = status !== '' && VALID.includes(status.toUpperCase());
  const attributes = { status, ...reasonOf(event), ...measured(fields) };
  const fix = fixIfAny({ time, valid, lat, lon, speedKph, courseDeg });
  return { message: { kind: 'report', deviceTime: time, fix, attributes }, status, event };
}

function reasonOf(event: string): Attributes {
  const inputs = event.length === 1 ? INPUTS.indexOf(event) : -1;
  if (inputs >= 0) return switches('input', inputs, 2);
  const alarm = ALARMS[event];
  return { event, ...(alarm !== undefined && { alarm: [alarm] }) };
}

function measured(fields: Fields): Attributes {
  // "3.727" and "3727" are the same.
  const battery = decimalIfAny(fields.textIfAny().replace('.', ''));
  const kilometres = fields.numberIfAny();
  const receiver = fields.numberIfAny();
  const [first, second] = [fields.numberIfAny(), fields.numberIfAny()];
  return {
    ...(battery !== undefined && { batteryV: battery / 1000 }),
    ...(kilometres !== undefined && { odometerM: kilometres * 1000 }),
    ...(receiver !== undefined && { receiver }),
    ...(first !== undefined && { analog1V: first / 1000 }),
    ...(second !== undefined && { analog2V: second / 1000 }),
  };
}
