import type { Fields } from '../tools/fields.ts';
import type { Layout, Meaning } from './layout.ts';

const SIDE = /^[NS]$/;
const DEGREES = /^\d{1,3}\.\d+$/;

type Found = Partial<Record<Meaning, number>>;

/** Where latitude, side, longitude, side stand: the field of the latitude, or -1. */
const findPlace = (fields: Fields) =>
  fields.find(
    (field, index) =>
      DEGREES.test(field) && SIDE.test(fields.field(index + 1) ?? '') && /^[EW]$/.test(fields.field(index + 3) ?? ''),
  );

/** Notes the time before a place: ddmmyyyy and hhmmss, both in one field, or six fields; nothing where there is none. */
function findTime(fields: Fields, place: number, found: Found): Layout['dateForm'] {
  for (const last of [place - 1, place - 2]) {
    const [text = '', before = ''] = [fields.field(last), fields.field(last - 1)];
    if (/^\d{14}$/.test(text)) {
      found.date = last;
      return 'ddmmyyyy';
    }
    if (/^\d{6}$/.test(text) && /^\d{8}$/.test(before)) {
      found.date = last - 1;
      found.time = last;
      return 'ddmmyyyy';
    }
    const six = Array.from({ length: 6 }, (_, index) => fields.field(last - 5 + index) ?? '').join('');
    if (/^\d{14}$/.test(six)) {
      found.date = last - 5;
      return 'parts';
    }
  }
  return 'ddmmyyyy';
}

/** Of a frame with its place there, or -1. */
function layoutOf(fields: Fields, place: number, found: Found): Layout {
  let dateForm: Layout['dateForm'] = 'ddmmyyyy';
  if (place >= 0) {
    found.lat = place;
    found.latSide = place + 1;
    found.lon = place + 2;
    found.lonSide = place + 3;
    dateForm = findTime(fields, place, found);
  }
  return { fields: found, dateForm, degreeForm: 'degrees', speedUnit: 'kmh' };
}

/**
 * The layout of a frame as the standard has it: makers leave out or add fields before the identity and write the time in
 * several ways, so it is found by what the fields look like. Null where it is neither an emergency nor a report.
 */
export function findLayout(fields: Fields, identity: number): Layout | null {
  return findEmergency(fields, identity) ?? findReport(fields, identity);
}

/** "EPB": EMR when the button is pressed, SEM when it is released. */
function findEmergency(fields: Fields, identity: number): Layout | null {
  const state = fields.field(identity - 1);
  if (state !== 'EMR' && state !== 'SEM') return null;
  const place = findPlace(fields);
  return layoutOf(fields, place, {
    imei: identity,
    packet: identity - 1,
    status: identity + 1,
    ...(place >= 0 && { valid: place - 1, altitude: place + 4, speed: place + 5 }),
  });
}

/**
 * … packet, alert, L (live) or H (history), identity, registration, [fix,] time, [fix,] latitude, side, longitude, side, km/h,
 * course, satellites, metres above the sea, PDOP, HDOP, operator, ignition, main power, volts, battery volts, emergency,
 * [case,] signal, cells, inputs, outputs, …
 */
function findReport(fields: Fields, identity: number): Layout | null {
  const place = findPlace(fields);
  if (identity < 3 || place < 0) return null;
  const state = place + 6;
  const hasCase = /^[OC]$/.test(fields.field(state + 10) ?? '');
  const found: Found = {
    imei: identity,
    packet: identity - 3,
    alert: identity - 2,
    status: identity - 1,
    valid: fields.field(place - 1) === '1' ? place - 1 : identity + 2,
    speed: place + 4,
    course: place + 5,
    satellites: state,
    altitude: state + 1,
    hdop: state + 3,
    ignition: state + 5,
    mains: state + 6,
    mainsV: state + 7,
    batteryV: state + 8,
    emergency: state + 9,
    signal: state + (hasCase ? 11 : 10),
  };
  findInputs(fields, state + 10, found);
  return layoutOf(fields, place, found);
}

/** Behind four inputs and two outputs: the number of the frame without zeros before it, then kilometres. */
function findInputs(fields: Fields, after: number, found: Found): void {
  const inputs = fields.find(
    (field, index) => index > after && /^[01]{4}$/.test(field) && /^[01]{2}$/.test(fields.field(index + 1) ?? ''),
  );
  if (inputs < 0) return;
  found.inputs = inputs;
  if (/^[1-9]\d*$/.test(fields.field(inputs + 2) ?? '') && /^\d+\.\d+$/.test(fields.field(inputs + 3) ?? ''))
    found.odometer = inputs + 3;
}
