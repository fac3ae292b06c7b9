import { BadFrame } from '../tools/bad-frame.ts';
import type { Fields } from '../tools/fields.ts';
import { fixOf, timed } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { degreesMinutes, digits, KNOT_KPH, utc } from '../tools/units.ts';
import { onOff } from '../tools/switches.ts';
import type { Attributes, Message } from '../types.ts';
import { alarmOf } from './alerts.ts';
import type { FieldFault, Layout, Meaning } from './layout.ts';

const KPH: Readonly<Record<Layout['speedUnit'], number>> = { kmh: 1, knots: KNOT_KPH };
/** No device measures more: a larger value cannot be converted to other units either. */
const MAX_NUMBER = Number.MAX_SAFE_INTEGER;
const LATEST_MS = Date.UTC(2100, 0, 1);
const ON = new Set(['Y', 'ON']);
const OFF = new Set(['N', 'OFF']);
/** Values for no fix: the number of the standard, NMEA's letter, and words for no. */
const NO_FIX = new Set(['0', 'V', 'N', 'NO', 'OFF']);
/** Packets for ignition on or off. */
const IGNITION_PACKETS: ReadonlyMap<string, boolean> = new Map([
  ['IN', true],
  ['IF', false],
]);
/** From the device's memory; SP is that of an emergency. */
const HISTORY = new Set(['H', 'SP']);
const [ZERO, ONE] = [0x30, 0x31];
const numbered = (name: string) => Array.from({ length: 8 }, (_, at) => `${name}${at + 1}`);
const INPUTS = numbered('input');
const OUTPUTS = numbered('output');

const NO_DIGIT = /\D/g;
/** A maker's separators between digits, as in "2026-03-22", are removed. */
const onlyDigits = (text: string): string => text.replaceAll(NO_DIGIT, '');

/** Reads the fields of one frame, and collects those that do not match. */
class LayoutReader {
  readonly faults: FieldFault[] = [];
  readonly #fields: Fields;
  readonly #layout: Layout;

  constructor(fields: Fields, layout: Layout) {
    this.#fields = fields;
    this.#layout = layout;
  }

  fault(meaning: Meaning, fault: FieldFault['fault']): undefined {
    if (!this.faults.some((one) => one.meaning === meaning)) this.faults.push({ meaning, fault });
    return undefined;
  }

  has(meaning: Meaning): boolean {
    return this.#layout.fields[meaning] !== undefined;
  }

  /** Empty if the layout has no such field. */
  text(meaning: Meaning): string {
    const at = this.#layout.fields[meaning];
    if (at === undefined) return '';
    const text = this.#fields.field(at);
    if (text === undefined) this.fault(meaning, 'missing');
    return text?.trim() ?? '';
  }

  number(meaning: Meaning, least = -MAX_NUMBER): number | undefined {
    const at = this.#layout.fields[meaning];
    if (at === undefined) return undefined;
    const value = this.#fields.decimalAt(at);
    if (value !== undefined && value >= least && value <= MAX_NUMBER) return value;
    return this.text(meaning) === '' ? undefined : this.fault(meaning, 'number');
  }

  switch(meaning: Meaning): boolean | undefined {
    const decoded = this.text(meaning);
    const word = decoded.toUpperCase();
    if (decoded === '') return undefined;
    return onOff(decoded) ?? (ON.has(word) || OFF.has(word) ? ON.has(word) : this.fault(meaning, 'switch'));
  }

  /** Reads each input or output; the first one is the last character. */
  bits(meaning: 'inputs' | 'outputs', names: readonly string[], reported: Attributes): void {
    const text = this.text(meaning);
    const { length } = text;
    for (let at = 0; at < length; at += 1) {
      const bit = text.charCodeAt(at);
      if (length > names.length || (bit !== ZERO && bit !== ONE)) return this.fault(meaning, 'bits');
    }
    for (let at = 0; at < length; at += 1) reported[names[length - 1 - at] ?? ''] = text.charCodeAt(at) === ONE;
  }

  /** Null if the field is empty. */
  degrees(meaning: 'lat' | 'lon', most: number): number | null | undefined {
    const side = meaning === 'lat' ? 'latSide' : 'lonSide';
    const [positive, negative] = meaning === 'lat' ? ['N', 'S'] : ['E', 'W'];
    const value = this.#degrees(meaning, positive ?? '');
    if (value === undefined) return this.text(meaning) === '' ? null : this.fault(meaning, 'degrees');
    const half = this.text(side).toUpperCase();
    if (half !== positive && half !== negative && this.has(side)) return this.fault(side, 'side');
    if (Math.abs(value) > most) return this.fault(meaning, 'range');
    return half === negative ? -Math.abs(value) : value;
  }

  #degrees(meaning: 'lat' | 'lon', positive: string): number | undefined {
    const at = this.#layout.fields[meaning];
    if (at === undefined) return undefined;
    if (this.#layout.degreeForm === 'degrees') return this.#fields.decimalAt(at);
    const text = this.text(meaning);
    const size = minutes(text, positive);
    return text.startsWith('-') && size !== undefined ? -size : size;
  }

  /** Null if the device has none: one that never had a fix sends zeros. */
  time(): Date | null {
    const { dateForm, fields } = this.#layout;
    const date = this.text('date');
    if (date === '') return null;
    try {
      if (dateForm === 'seconds') return moment(Number(date));
      if (dateForm === 'parts') {
        const from = fields.date ?? 0;
        const parts = Array.from({ length: 6 }, (_, part) => whole(this.#fields.field(from + part)));
        const [day = 0, month = 0, year = 0, hour, minute, second] = parts;
        return day === 0 && month === 0 ? null : utc(year, month, day, hour, minute, second);
      }
      const [clock = ''] = this.text('time').split('.', 1);
      return dayAndClock(onlyDigits(date) + onlyDigits(clock), dateForm);
    } catch (error) {
      if (!(error instanceof BadFrame)) throw error;
      this.fault('date', 'time');
      return null;
    }
  }
}

function minutes(text: string, half: string): number | undefined {
  if (text === '') return undefined;
  try {
    return degreesMinutes(text, half);
  } catch {
    return undefined;
  }
}

function whole(text: string | undefined): number {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '' || trimmed.length > 4) throw new BadFrame('a part of the time is missing');
  return digits(trimmed, 0, trimmed.length);
}

function moment(seconds: number): Date | null {
  if (seconds === 0) return null;
  if (!(seconds > 0 && seconds * 1000 < LATEST_MS)) throw new BadFrame('there is no such time');
  return new Date(Math.round(seconds * 1000));
}

/** The time of "ddmmyyyyhhmmss" and similar. */
function dayAndClock(text: string, form: 'ddmmyyyy' | 'ddmmyy' | 'yyyymmdd' | 'yymmdd'): Date | null {
  if (text.length !== form.length + 6) throw new BadFrame('the time has another length');
  if (Number(text.slice(0, form.length)) === 0) return null;
  const part = (letters: string) => digits(text, form.indexOf(letters), letters.length);
  const year = part(form.includes('yyyy') ? 'yyyy' : 'yy');
  const clock = [0, 2, 4].map((at) => digits(text, form.length + at, 2));
  return utc(year, part('mm'), part('dd'), ...clock);
}

function put(reported: Attributes, name: string, value: string | number | boolean | undefined): void {
  if (value !== undefined && value !== '') reported[name] = value;
}

function attributesOf(reader: LayoutReader): Attributes {
  const reported: Attributes = {};
  const [packet, alert] = [reader.text('packet'), reader.number('alert')];
  put(reported, 'event', alert);
  const alarm = alarmOf(packet, alert ?? Number.NaN);
  if (alarm) reported.alarm = alarm;
  if (packet === 'HP' || HISTORY.has(reader.text('status').toUpperCase())) reported.archived = true;
  put(reported, 'satellites', reader.number('satellites'));
  put(reported, 'pdop', reader.number('pdop'));
  put(reported, 'hdop', reader.number('hdop'));
  put(reported, 'operator', reader.text('operator').slice(0, 32));
  put(reported, 'ignition', reader.switch('ignition') ?? IGNITION_PACKETS.get(packet));
  put(reported, 'charging', reader.switch('mains'));
  put(reported, 'powerV', reader.number('mainsV'));
  put(reported, 'batteryV', reader.number('batteryV'));
  if (reader.switch('emergency') === true) reported['emergency'] = true;
  putCase(reader, reported);
  put(reported, 'rssi', reader.number('signal'));
  put(reported, 'mcc', reader.text('mcc').slice(0, 16));
  put(reported, 'mnc', reader.text('mnc').slice(0, 16));
  put(reported, 'lac', reader.text('lac').slice(0, 16));
  put(reported, 'cellId', reader.text('cell').slice(0, 16));
  put(reported, 'sequence', reader.number('frame', 0));
  const kilometres = reader.number('odometer', 0);
  if (kilometres !== undefined) reported.odometerM = kilometres * 1000;
  reader.bits('inputs', INPUTS, reported);
  reader.bits('outputs', OUTPUTS, reported);
  return reported;
}

/** O: the case was opened, C: closed. */
function putCase(reader: LayoutReader, reported: Attributes): void {
  const decoded = reader.text('tamper').toUpperCase();
  if (decoded === 'O' || decoded === 'C') reported['caseOpen'] = decoded === 'O';
  else put(reported, 'caseOpen', reader.switch('tamper'));
}

/**
 * Reads a frame by a layout. Fields that do not match are listed in `faults`; the message lacks only those, or the fix
 * if the fault is serious. Never throws.
 */
export function readLayout(
  fields: Fields,
  layout: Layout,
): { identity: string | undefined; message: Message; faults: FieldFault[] } {
  const reader = new LayoutReader(fields, layout);
  const imei = reader.text('imei');
  const hasIdentity = isImei(imei);
  if (!hasIdentity && reader.has('imei')) reader.fault('imei', 'imei');
  const attributes = attributesOf(reader);
  const time = reader.time();
  const fix = reader.has('lat') ? fixAt(reader, layout, time ?? NO_TIME) : null;
  return {
    identity: hasIdentity ? imei : undefined,
    message: { kind: 'report', ...(time === null ? timed(null, fix) : { deviceTime: time, fix }), attributes },
    faults: reader.faults,
  };
}

/** The time of a position that does not use it. */
const NO_TIME = new Date(0);

function fixAt(reader: LayoutReader, layout: Layout, time: Date) {
  const valid = !NO_FIX.has(reader.text('valid').toUpperCase());
  const [lat, lon] = [reader.degrees('lat', 90), reader.degrees('lon', 180)];
  if (lat === null || lon === null) {
    // Without a fix some devices leave the position empty.
    if (lat !== lon) reader.fault(lat === null ? 'lat' : 'lon', 'missing');
    return null;
  }
  const speed = reader.number('speed', 0) ?? 0;
  const [courseDeg, altitude] = [reader.number('course') ?? 0, reader.number('altitude') ?? null];
  if (lat === undefined || lon === undefined) return null;
  return fixOf({ time, valid, lat, lon, altitudeM: altitude, speedKph: speed * KPH[layout.speedUnit], courseDeg });
}
