import type { Fields } from '../tools/fields.ts';
import type { Layout, Meaning } from './layout.ts';

const SIDE = /^[NS]$/;
/** Degrees; with more digits before the point, degrees and minutes. */
const DEGREES = /^\d{1,5}\.\d+$/;
const MINUTES = /^\d{4,5}\./;
/** State of the fix: one digit or letter between or beside time and position. */
const FIX_STATE = /^[01AVav]$/;

type Found = Partial<Record<Meaning, number>>;

/** Returns the field of the latitude in the sequence latitude, hemisphere, longitude, hemisphere, or -1. */
const findPlace = (fields: Fields) =>
  fields.find(
    (field, index) =>
      DEGREES.test(field) && SIDE.test(fields.field(index + 1) ?? '') && /^[EW]$/.test(fields.field(index + 3) ?? ''),
  );

const DAY = '(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|1[0-2])';
const CLOCK = '(?:[01]\\d|2[0-3])[0-5]\\d\\d\\d';
const WITHOUT_TIME = '0+';
/** A date, or date and time, with a four-digit or two-digit year; a device without a clock sends zeros. */
const DATES: Readonly<Record<'ddmmyyyy' | 'ddmmyy', { day: RegExp; moment: RegExp }>> = {
  ddmmyyyy: { day: /^\d{8}$/, moment: /^\d{14}$/ },
  ddmmyy: {
    day: new RegExp(`^(?:${DAY}\\d\\d|${WITHOUT_TIME})$`),
    moment: new RegExp(`^(?:${DAY}\\d\\d${CLOCK}|${WITHOUT_TIME})$`),
  },
};
const CLOCKS = /^\d{6}(?:\.\d+)?$/;
const SIX_DIGITS = 6;
const TWELVE_DIGITS = 12;

/** Day, month, year in two digits or four, hour, minute, second. */
const arePartsOfTime = ([day = '', month = '', year = '', ...clock]: readonly string[]): boolean =>
  [day, month, ...clock].every((part) => /^\d\d$/.test(part)) && /^(?:\d\d|\d{4})$/.test(year);

/** Records the time that ends in that field: date and time, both in one field, or six fields. */
function timeEndingAt(fields: Fields, last: number, found: Found): Layout['dateForm'] | null {
  const [text = '', before = ''] = [fields.field(last), fields.field(last - 1)];
  if (DATES.ddmmyyyy.moment.test(text) || (text.length === TWELVE_DIGITS && DATES.ddmmyy.moment.test(text))) {
    found.date = last;
    return text.length === TWELVE_DIGITS ? 'ddmmyy' : 'ddmmyyyy';
  }
  const isLong = DATES.ddmmyyyy.day.test(before);
  if (CLOCKS.test(text) && (isLong || (before.length === SIX_DIGITS && DATES.ddmmyy.day.test(before)))) {
    found.date = last - 1;
    found.time = last;
    return isLong ? 'ddmmyyyy' : 'ddmmyy';
  }
  const six = Array.from({ length: 6 }, (_, index) => fields.field(last - 5 + index) ?? '');
  if (arePartsOfTime(six)) {
    found.date = last - 5;
    return 'parts';
  }
  return null;
}

/** Records the time nearest before the position and after the identity; does nothing without one. */
function findTime(fields: Fields, place: number, found: Found): Layout['dateForm'] {
  for (let last = place - 1; last > (found.imei ?? 0); last -= 1) {
    const form = timeEndingAt(fields, last, found);
    if (form !== null) return form;
  }
  return 'ddmmyyyy';
}

/** The state of the fix stands between time and position, or before the time. */
function findState(fields: Fields, place: number, found: Found): void {
  for (const at of [place - 1, (found.date ?? place) - 1]) {
    const isOfTime = at >= (found.date ?? place) && at <= (found.time ?? 0);
    if (!isOfTime && at > (found.imei ?? 0) && FIX_STATE.test(fields.field(at) ?? '')) {
      found.valid = at;
      return;
    }
  }
}

/** Returns the layout of a frame whose position begins at this field, or at -1 if it has none. */
function layoutOf(fields: Fields, place: number, found: Found): Layout {
  let dateForm: Layout['dateForm'] = 'ddmmyyyy';
  if (place >= 0) {
    found.lat = place;
    found.latSide = place + 1;
    found.lon = place + 2;
    found.lonSide = place + 3;
    dateForm = findTime(fields, place, found);
    findState(fields, place, found);
  }
  const isMinutes = MINUTES.test(fields.field(place) ?? '') || MINUTES.test(fields.field(place + 2) ?? '');
  return { fields: found, dateForm, degreeForm: isMinutes ? 'minutes' : 'degrees', speedUnit: 'kmh' };
}

/**
 * Returns the layout of a standard frame. Makers omit or add fields before the identity and write the time in several
 * ways, so it is found by the format of the fields. Null if it is neither an emergency nor a report.
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
    ...(place >= 0 && { altitude: place + 4, speed: place + 5 }),
  });
}

/**
 * … packet, alert, L (live) or H (history), identity, registration, [fix,] time, [fix,] latitude, hemisphere,
 * longitude, hemisphere, km/h, course, satellites, metres above sea level, PDOP, HDOP, operator, ignition, main power,
 * volts, battery volts, emergency, [case,] signal, cells, inputs, outputs, …
 */
function findReport(fields: Fields, identity: number): Layout | null {
  const place = findPlace(fields);
  if (identity < 0 || place < 0) return null;
  const state = place + 6;
  const found: Found = { imei: identity, ...findPacket(fields, identity) };
  // Alarms with their own form continue with metres above sea level and km/h, reports with km/h, course and satellites.
  if (!/^\d+$/.test(fields.field(state) ?? '')) {
    found.altitude = place + 4;
    found.speed = place + 5;
    return layoutOf(fields, place, found);
  }
  const hasCase = /^[COYN]$/.test(fields.field(state + 10) ?? '');
  Object.assign(found, {
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
  } satisfies Found);
  findInputs(fields, state + 10, found);
  return layoutOf(fields, place, found);
}

const PACKET = /^[A-Z]{2}$/;

/** "NR", alert, L or H before the identity, without an alert, or two letters after the identity. */
function findPacket(fields: Fields, identity: number): Found {
  if (PACKET.test(fields.field(identity + 1) ?? '')) return { packet: identity + 1 };
  const state = { status: identity - 1 };
  if (!/^[LH]$/.test(fields.field(identity - 1) ?? '')) return {};
  if (/^\d+$/.test(fields.field(identity - 2) ?? '')) return { ...state, packet: identity - 3, alert: identity - 2 };
  return { ...state, packet: identity - 2 };
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Kilometres, volts, three axes, two tilts. */
const MOTION = [NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, /^-?\d+$/, /^-?\d+$/] as const;

/** True when kilometres follow the frame number; other devices send volts there. */
function hasKilometres(fields: Fields, frame: number): boolean {
  const [number = '', next = '', checksum = ''] = [0, 1, 2].map((ahead) => fields.field(frame + ahead));
  if (!/^\d+$/.test(number) || !NUMBER.test(next)) return false;
  if (!number.startsWith('0') && next.includes('.')) return true;
  const isEnd = (fields.field(frame + 3) ?? '') === '' && fields.field(frame + 4) === undefined;
  if (isEnd && /^[0-9A-Fa-f]{4,8}$/.test(checksum)) return true;
  return MOTION.every((form, index) => form.test(fields.field(frame + 1 + index) ?? ''));
}

/** After four inputs and two outputs: the frame number, then for some makers kilometres. */
function findInputs(fields: Fields, after: number, found: Found): void {
  const inputs = fields.find(
    (field, index) => index > after && /^[012]{4}$/.test(field) && /^[01]{2}$/.test(fields.field(index + 1) ?? ''),
  );
  if (inputs < 0) return;
  found.inputs = inputs;
  if (hasKilometres(fields, inputs + 2)) found.odometer = inputs + 3;
}

/**
 * For makers that reply to commands in a report: after the inputs and outputs volts, metres driven, the frame number in
 * six digits.
 */
export function metresDriven(fields: Fields, { fields: found }: Layout): number | undefined {
  const { inputs, odometer } = found;
  if (inputs === undefined || odometer !== undefined) return undefined;
  const [volts = '', metres = '', frame = ''] = [2, 3, 4].map((ahead) => fields.field(inputs + ahead));
  return /^\d+\.\d+$/.test(volts) && /^\d+$/.test(metres) && /^\d{6}$/.test(frame) ? Number(metres) : undefined;
}
