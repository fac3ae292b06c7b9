import type { Fields } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import { digits, utc } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';
import { alarmOf } from './alerts.ts';

const SIDE = /^[NS]$/;
const DEGREES = /^\d{1,3}\.\d+$/;

/** Where latitude, side, longitude, side stand: the field of the latitude, or -1. */
const findPlace = (fields: Fields) =>
  fields.find(
    (field, index) =>
      DEGREES.test(field) && SIDE.test(fields.field(index + 1) ?? '') && /^[EW]$/.test(fields.field(index + 3) ?? ''),
  );

/** What a number in a field is; undefined where it is none. */
function numberAt(fields: Fields, index: number): number | undefined {
  const text = fields.field(index) ?? '';
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** The time before a place: ddmmyyyy and hhmmss, both in one field, or six fields. Null where the device has none. */
function timeBefore(fields: Fields, place: number): Date | null {
  for (const last of [place - 1, place - 2]) {
    const [text = '', before = ''] = [fields.field(last), fields.field(last - 1)];
    if (/^\d{14}$/.test(text)) return timeOf(text);
    if (/^\d{6}$/.test(text) && /^\d{8}$/.test(before)) return timeOf(before + text);
    const six = Array.from({ length: 6 }, (_, index) => fields.field(last - 5 + index) ?? '').join('');
    if (/^\d{14}$/.test(six)) return timeOf(six);
  }
  return null;
}

/** "ddmmyyyyhhmmss"; a device that never had a fix sends zeros. */
function timeOf(text: string): Date | null {
  if (/^0+$/.test(text.slice(0, 8))) return null;
  const [day, month, year] = [digits(text, 0, 2), digits(text, 2, 2), digits(text, 4, 4)];
  return utc(year, month, day, digits(text, 8, 2), digits(text, 10, 2), digits(text, 12, 2));
}

function degreesAt(fields: Fields, at: number): number {
  const side = fields.field(at + 1);
  const value = numberAt(fields, at) ?? 0;
  return side === 'S' || side === 'W' ? -value : value;
}

/** "EPB": EMR when the button is pressed, SEM when it is released. Null where it is no such message. */
export function emergency(fields: Fields, identity: number): Message | null {
  const state = fields.field(identity - 1);
  if (state !== 'EMR' && state !== 'SEM') return null;
  const attributes: Attributes = {
    ...(state === 'EMR' && { alarm: ['sos'] }),
    ...(fields.field(identity + 1) === 'SP' && { archived: true }),
  };
  const place = findPlace(fields);
  const time = place < 0 ? null : timeBefore(fields, place);
  if (time === null) return { kind: 'report', deviceTime: null, fix: null, attributes };
  const fix = fixOf({
    time,
    valid: fields.field(place - 1) === 'A',
    lat: degreesAt(fields, place),
    lon: degreesAt(fields, place + 2),
    altitudeM: numberAt(fields, place + 4) ?? null,
    speedKph: numberAt(fields, place + 5) ?? 0,
  });
  return { kind: 'report', deviceTime: time, fix, attributes };
}

/**
 * … packet, alert, L (live) or H (history), identity, registration, [fix,] time, [fix,] latitude, side, longitude, side, km/h,
 * course, satellites, metres above the sea, PDOP, HDOP, operator, ignition, main power, volts, battery volts, emergency,
 * [case,] signal, cells, inputs, outputs, … Null where it has no place.
 */
export function report(fields: Fields, identity: number): Message | null {
  const place = findPlace(fields);
  if (identity < 3 || place < 0) return null;
  const [packet = '', alert = Number.NaN] = [fields.field(identity - 3), numberAt(fields, identity - 2)];
  const attributes: Attributes = {
    ...(Number.isFinite(alert) && { event: alert }),
    ...alarmOf(packet, alert),
    ...((fields.field(identity - 1) === 'H' || packet === 'HP') && { archived: true }),
    ...deviceState(fields, place + 6),
  };
  const time = timeBefore(fields, place);
  if (time === null) return { kind: 'report', deviceTime: null, fix: null, attributes };
  const fix = fixOf({
    time,
    valid: fields.field(fields.field(place - 1) === '1' ? place - 1 : identity + 2) !== '0',
    lat: degreesAt(fields, place),
    lon: degreesAt(fields, place + 2),
    speedKph: numberAt(fields, place + 4) ?? 0,
    courseDeg: numberAt(fields, place + 5) ?? 0,
    altitudeM: numberAt(fields, place + 7) ?? null,
  });
  return { kind: 'report', deviceTime: time, fix, attributes };
}

function deviceState(fields: Fields, at: number): Attributes {
  const told: Attributes = {};
  const put = (name: string, index: number) => {
    const value = numberAt(fields, index);
    if (value !== undefined) told[name] = value;
  };
  put('satellites', at);
  put('hdop', at + 3);
  put('powerV', at + 7);
  put('batteryV', at + 8);
  const [ignition, mains, button] = [fields.field(at + 5), fields.field(at + 6), fields.field(at + 9)];
  if (ignition === '0' || ignition === '1') told.ignition = ignition === '1';
  if (mains === '0' || mains === '1') told.charging = mains === '1';
  if (button === '1') told.emergency = true;
  // O: the case was opened, C: closed.
  const hasCase = /^[OC]$/.test(fields.field(at + 10) ?? '');
  put('rssi', at + (hasCase ? 11 : 10));
  return { ...told, ...odometer(fields, at) };
}

/** Behind four inputs and two outputs: the number of the frame without zeros before it, then kilometres. */
function odometer(fields: Fields, at: number): Attributes {
  const inputs = fields.find(
    (field, index) => index > at + 10 && /^[01]{4}$/.test(field) && /^[01]{2}$/.test(fields.field(index + 1) ?? ''),
  );
  if (inputs < 0) return {};
  const bits = fields.field(inputs) ?? '';
  const told: Attributes = {
    input1: bits[3] === '1',
    input2: bits[2] === '1',
    input3: bits[1] === '1',
    input4: bits[0] === '1',
  };
  const kilometres = fields.field(inputs + 3) ?? '';
  if (/^[1-9]\d*$/.test(fields.field(inputs + 2) ?? '') && /^\d+\.\d+$/.test(kilometres))
    told.odometerM = Number(kilometres) * 1000;
  return told;
}
