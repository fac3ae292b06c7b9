import { currentDataRun } from '../tools/diagnosis.ts';
import { type fixIfAny, timed, timeIfAny } from '../tools/fix.ts';
import { asciiBytes } from '../tools/text.ts';
import { dayFirst, degreesMinutesIfAny, digits, digitsIfAny, KNOT_KPH } from '../tools/units.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';

interface Reported {
  place: Parameters<typeof fixIfAny>[0] | null;
  knots: number;
  altitudeM: number | null;
  attributes: Attributes;
}

/** Digits of a position, whatever their values. */
const POSITION_DIGITS = 34;
/** Digits of the status: four bits each, written as the characters from "0" to "?". */
const STATUS = /^[0-?]{10}/;
const IGNITION = { digit: 1, bit: 0 };
const ALARMS: readonly (readonly [digit: number, bit: number, alarm: AlarmCode])[] = [
  [5, 0, 'sos'],
  [5, 2, 'vibration'],
  [5, 3, 'movement'],
  [6, 2, 'overspeed'],
  [8, 1, 'tampering'],
  [8, 2, 'lowPower'],
];
/** The distance driven is a sum of speeds: each second adds its speed in steps of two knots. */
const METRES = (2 * 1852) / 3600;
/** The maker whose R field is the reception; for others it is a diagnosis. */
const WITH_RECEPTION = 'HQ';
const WITH_DIAGNOSIS = 'MG';

const READERS: Readonly<Record<string, (text: string, reported: Reported, maker: string) => void>> = {
  A: (text, reported) => {
    if (text.length !== POSITION_DIGITS) return;
    reported.knots = 2 * digitsIfAny(text, 24, 2);
    reported.place = placeOf(text);
  },
  B: (text, { attributes }) => {
    if (!STATUS.test(text)) return;
    const has = (digit: number, bit: number) => ((text.charCodeAt(digit) >> bit) & 1) === 1;
    attributes.status = text;
    attributes.ignition = has(IGNITION.digit, IGNITION.bit);
    const alarm = ALARMS.filter(([digit, bit]) => has(digit, bit)).map(([, , code]) => code);
    if (alarm.length > 0) attributes.alarm = alarm;
  },
  C: (text, { attributes }) => {
    if (!/^[0-?]{8}$/.test(text)) return;
    const steps = Array.from(text).reduce((sum, letter) => sum * 16 + (letter.charCodeAt(0) & 0xf), 0);
    attributes.odometerM = Math.floor(steps * METRES);
  },
  F: (text, reported) => {
    if (/^\d{4}/.test(text)) reported.knots = digits(text, 0, 4) / 10;
  },
  G: (text, reported) => {
    if (/^\d{6}/.test(text)) reported.altitudeM = digits(text, 0, 6) / 10;
  },
  // Reads these fields in order: thermometer number, 1 for below zero, tenths of degrees.
  J: (text, { attributes }) => {
    if (!/^\d[01]\d{4}$/.test(text)) return;
    const degrees = digits(text, 2, 4) / 10;
    attributes[`temperature${digits(text, 0, 1) + 1}C`] = text[1] === '1' ? -degrees : degrees;
  },
  M: (text, { attributes }) => {
    if (/^\d{3}$/.test(text)) attributes.batteryPercent = Number(text) / 10;
    else if (/^\d{4}$/.test(text)) attributes[`humidity${digits(text, 0, 1) + 1}Percent`] = digits(text, 2, 2);
  },
  N: (text, { attributes }) => {
    if (/^\d\d/.test(text)) attributes.rssi = digits(text, 0, 2);
  },
  O: (text, { attributes }) => {
    if (/^\d\d/.test(text)) attributes.satellites = digits(text, 0, 2);
  },
  // Replies of the engine's computer, from OBD devices only; encrypted ones do not begin with a known number.
  Q: (text, { attributes }, maker) => {
    if (maker.startsWith(WITH_DIAGNOSIS)) Object.assign(attributes, currentDataRun(asciiBytes(text)));
  },
  R: (text, { attributes }, maker) => {
    if (!maker.startsWith(WITH_RECEPTION) || !/^\d{4}/.test(text)) return;
    attributes.rssi = digits(text, 0, 2);
    attributes.satellites = digits(text, 2, 2);
  },
  // Two digits are the battery, four count the messages.
  T: (text, { attributes }) => {
    if (/^\d\d$/.test(text)) attributes.batteryPercent = Number(text);
  },
  V: (text, { attributes }) => {
    if (/^\d{4}/.test(text)) attributes.powerV = digits(text, 0, 4) / 10;
  },
  X: (text, { attributes }) => {
    const card = /\(k(\d{18,20})\)/.exec(text)?.[1];
    if (card !== undefined) attributes.iccid = card;
  },
  // Thousandths of volts; a longer text lists cells.
  Y: (text, { attributes }) => {
    if (/^\d{5}$/.test(text)) attributes.powerV = Number(text) / 1000;
  },
  d: (text, { attributes }) => {
    if (/^\d{1,5}$/.test(text)) attributes.analog1V = Number(text) / 100;
  },
};

/** Fields "&" with a letter and a text; unknown ones are skipped. */
export function readFields(text: string, maker: string): Omit<Message, 'kind'> {
  const reported: Reported = { place: null, knots: 0, altitudeM: null, attributes: {} };
  for (const field of text.split('&')) READERS[field.charAt(0)]?.(field.slice(1), reported, maker);
  const { place, knots, altitudeM, attributes } = reported;
  return { ...timed(place?.time ?? null, place && { ...place, altitudeM, speedKph: knots * KNOT_KPH }), attributes };
}

/**
 * Reads these fields in order: hhmmss, ddmmmmmm, dddmmmmmm, hemispheres and fix in one digit, speed in steps of two
 * knots, course in tens of degrees, ddmmyy. Null if there never was a fix.
 */
function placeOf(text: string): Reported['place'] {
  const [lat, lon, day] = [text.slice(6, 14), text.slice(14, 23), text.slice(28)];
  if (day === '000000' || Number(lat + lon) === 0) return null;
  const sides = digitsIfAny(text, 23, 1);
  return {
    time: timeIfAny(() => dayFirst(day, text.slice(0, 6))),
    valid: (sides & 1) === 0,
    lat: degreesMinutesIfAny(lat, (sides & 2) === 0 ? 'S' : 'N'),
    lon: degreesMinutesIfAny(lon, (sides & 4) === 0 ? 'W' : 'E'),
    courseDeg: 10 * digitsIfAny(text, 26, 2),
  };
}
