import { BadFrame } from '../tools/bad-frame.ts';
import type { Fields } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { utc } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

/** Bits of the state. */
const [VALID, CHARGING] = [0, 22];
const ALARMS: readonly (readonly [bit: number, alarm: AlarmCode])[] = [
  [2, 'fault'],
  [6, 'sos'],
  [7, 'overspeed'],
  [8, 'fallDown'],
  [9, 'geofence'],
  [10, 'geofence'],
  [11, 'geofence'],
  [12, 'lowBattery'],
  [14, 'movement'],
  [15, 'movement'],
];
/** The signal has five bits from this one on. */
const SIGNAL = 16;
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

/**
 * Reads these fields in order: dd/mm/yy, hh:mm:ss, latitude, longitude, km/h; then for "A" nothing useful, for the
 * others course, state, and fields by type.
 */
export function position(type: 'A' | 'B' | 'C' | 'D', fields: Fields): Message {
  const [day, clock] = [fields.textIfAny(), fields.textIfAny()];
  const time = timeIfAny(() => moment(day, clock));
  const [lat, lon, speedKph] = [fields.value(), fields.value(), fields.value()];
  if (type === 'A') {
    fields.skip();
    const attributes = stateOf(fields.hexIfAny());
    return { kind: 'report', ...timedWithZeros(time, { valid: false, lat, lon, speedKph }), attributes };
  }
  const courseDeg = fields.value();
  const state = fields.hexIfAny();
  const altitudeM = fields.numberIfAny() ?? null;
  const battery = fields.numberIfAny();
  const attributes: Attributes = {
    ...stateOf(state),
    ...(state !== undefined && { rssi: (state >>> SIGNAL) & 0x1f, charging: has(state, CHARGING) }),
    ...(battery !== undefined && { batteryPercent: battery }),
    ...(type === 'B' && { archived: true }),
  };
  if (type === 'B' || type === 'D') {
    const satellites = fields.numberIfAny();
    fields.skip();
    const hdop = fields.numberIfAny();
    if (satellites !== undefined) attributes.satellites = satellites;
    if (hdop !== undefined) attributes.hdop = hdop;
  }
  const place = { valid: has(state ?? 0, VALID), lat, lon, speedKph, courseDeg, altitudeM };
  return { kind: 'report', ...timedWithZeros(time, place), attributes };
}

function stateOf(state: number | undefined): Attributes {
  if (state === undefined) return {};
  const alarm = [...new Set(ALARMS.flatMap(([bit, code]) => (has(state, bit) ? [code] : [])))];
  return { status: state, ...(alarm.length > 0 && { alarm }) };
}

function moment(day: string, clock: string): Date {
  const [date = 0, month = 0, year = 0] = day.split('/').map(Number);
  const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number);
  if (![date, month, year, hour, minute, second].every(Number.isInteger)) {
    throw new BadFrame(`there is no ${day.slice(0, 12)} ${clock.slice(0, 12)}`);
  }
  return utc(year, month, date, hour, minute, second);
}
