import { decimal, type Fields } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { digits, utc } from '../tools/units.ts';
import { digitSwitches, readSwitch } from '../tools/switches.ts';
import type { Attributes, Fix, Message } from '../types.ts';
import { alarmOf } from './alarms.ts';

const DAY = /^\d{8}$/;
/** An iButton. */
const TAG = /^[0-9A-F]{14}$/;
const CLOCK = /^\d\d:\d\d:\d\d$/;
const DEGREES = /^[+-]\d+\.\d+$/;
const isSigned = (field: string): boolean => field.startsWith('+') || field.startsWith('-');

/**
 * Reads messages of models (ST300, SA200, …): the fields between identity and date differ by model, as do the cells
 * between time and position; all contain date, time, latitude, longitude, km/h, course, satellites, fix. Null if there
 * is no position: drive summaries and similar.
 */
export function modelReport(model: string, type: string, fields: Fields): Message | null {
  const before = fields.at;
  if (type === 'HTE') return null;
  const day = fields.find(
    (field, index) => field.length === 8 && DAY.test(field) && CLOCK.test(fields.field(index + 1) ?? ''),
  );
  if (day < 0) return null;
  fields.at = day + 1;
  const place = fields.find((field) => isSigned(field) && DEGREES.test(field));
  if (place < 0) return null;
  const time = timeIfAny(() => moment(fields.field(day) ?? '', fields.field(day + 1) ?? ''));
  fields.at = place;
  const [lat, lon, speedKph, courseDeg] = [fields.value(), fields.value(), fields.value(), fields.value()];
  if (model === 'ST910') return phoneReport(type, fields, time, { lat, lon, speedKph, courseDeg });
  const satellites = fields.value();
  const placed = timedWithZeros(time, { valid: fields.textIfAny() === '1', lat, lon, speedKph, courseDeg });
  const attributes: Attributes = { satellites };
  // Battery-powered trackers send the battery's voltage among the cells.
  if (model.startsWith('ST4')) {
    const volts = decimalBetween(fields, before, day);
    if (volts !== undefined) attributes.batteryV = volts;
  } else addVehicle(attributes, type, fields);
  return { kind: 'report', ...placed, attributes };
}

/** For portable devices: fix, then fields by report. */
function phoneReport(
  type: string,
  fields: Fields,
  time: Date | null,
  place: Pick<Fix, 'lat' | 'lon' | 'speedKph' | 'courseDeg'>,
): Message {
  const placed = timedWithZeros(time, { ...place, valid: fields.textIfAny() === '1' });
  const metres = fields.peek() ?? '';
  const attributes: Attributes = {
    ...(type !== 'Location' && { alarm: ['general'] }),
    ...(type === 'Location' && /^\d{5,10}$/.test(metres) && { odometerM: Number(metres) }),
  };
  return { kind: 'report', ...placed, attributes };
}

/** "yyyymmdd" and "hh:mm:ss". */
export const moment = (day: string, clock: string): Date =>
  utc(
    digits(day, 0, 4),
    digits(day, 4, 2),
    digits(day, 6, 2),
    digits(clock, 0, 2),
    digits(clock, 3, 2),
    digits(clock, 6, 2),
  );

function decimalBetween(fields: Fields, from: number, to: number): number | undefined {
  for (let at = from; at < to; at += 1) {
    const field = fields.field(at) ?? '';
    if (/^\d\.\d+$/.test(field)) return decimal(field);
  }
  return undefined;
}

/**
 * Reads these fields in order: metres, volts, inputs and outputs (ignition first), then by type: event, engine minutes,
 * backup battery.
 */
function addVehicle(attributes: Attributes, type: string, fields: Fields): void {
  if (fields.left < 3) return;
  attributes.odometerM = fields.value();
  attributes.powerV = fields.value();
  addSwitches(attributes, fields.textIfAny());
  if (type === 'UEX') {
    fields.skip();
    const [name, , , , tag] = (fields.peek() ?? '').split('|');
    if (name === 'GTSL' && tag) attributes.driverTag = tag;
    return;
  }
  if (fields.left > 0) {
    const id = fields.decimalAt(fields.at);
    fields.skip();
    if (type === 'STT') fields.skip();
    else if (id !== undefined) Object.assign(attributes, { event: id }, alarmOf(type, id));
  }
  const tag = fields.find((field) => field.length === 14 && TAG.test(field) && !/^0+$/.test(field));
  addTail(attributes, fields);
  if (tag >= 0) attributes.driverTag = fields.field(tag) ?? '';
}

/** Reads these fields in order: ignition, three inputs, two outputs, one digit each. */
function addSwitches(attributes: Attributes, io: string): void {
  readSwitch(attributes, 'ignition', io[0]);
  if (io.length < 6) return;
  Object.assign(attributes, digitSwitches('input', io.slice(1, 4), 'first'));
  Object.assign(attributes, digitSwitches('output', io.slice(4, 6), 'first'));
}

function addTail(attributes: Attributes, fields: Fields): void {
  const [minutes = '', volts = '', live = ''] = [fields.peek(0), fields.peek(1), fields.peek(2)];
  if (!/^\d{1,10}$/.test(minutes) || !/^\d\.\d+$/.test(volts)) return;
  attributes.engineHoursS = Number(minutes) * 60;
  attributes.batteryV = decimal(volts);
  if (live === '0') attributes.archived = true;
}
