import { BadFrame } from '../tools/bad-frame.ts';
import { decimalIfAny, hexadecimal } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { degreesMinutesIfAny, yearFirst } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';

const SPEED = 5;
const CLOCK = 6;
const COURSE = 6;
const STATE = 8;

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** Returns where "yymmddA" or "yymmddV" of a position begins in a message, or -1. */
export function findPosition(body: string): number {
  for (let at = 6; at < body.length - 1; at += 1) {
    const letter = body.charCodeAt(at);
    if (letter !== 0x41 && letter !== 0x56) continue;
    let before = at - 6;
    while (before < at && isDigit(body.charCodeAt(before))) before += 1;
    // Two digits of degrees, two of minutes, a point.
    if (before === at && body[at + 5] === '.' && isDigit(body.charCodeAt(at + 1))) return at - 6;
  }
  return -1;
}

/**
 * Reads these fields in order: yymmdd A|V latitude N|S longitude E|W speed in km/h (5 characters) hhmmss course (6) [,]
 * state (8) L metres in hex.
 */
export function packedPosition(body: string, at: number): Message {
  const valid = body[at + 6] === 'A';
  const north = sideAt(body, at + 7, 'N', 'S');
  const east = sideAt(body, north + 1, 'E', 'W');
  let next = east + 1;
  const take = (length: number) => body.slice(next, (next += length));
  const [speed, clock] = [take(SPEED), take(CLOCK)];
  const tail = tailOf(body.slice(next));
  const time = timeIfAny(() => yearFirst(body.slice(at, at + 6), clock));
  const place = {
    valid,
    lat: degreesMinutesIfAny(body.slice(at + 7, north), body[north] ?? ''),
    lon: degreesMinutesIfAny(body.slice(north + 1, east), body[east] ?? ''),
    speedKph: decimalIfAny(speed),
    courseDeg: decimalIfAny(tail.course),
  };
  return { kind: 'report', ...timedWithZeros(time, place), attributes: tail.attributes };
}

/** The same format as in `packedPosition`, with the commas and blanks of some models, and a speed of any length. */
const LOOSE =
  /(\d{6}),?([AV]),? *(\d{2,5}\.\d{1,8}),?([NS]),? *(\d{2,5}\.\d{1,8}),?([EW]),?([ \d.]{1,5})(?:\d{0,8},)?(\d{6}),?/;

/** Returns the position of a message in which `findPosition` finds none; null if there really is none. */
export function loosePosition(body: string): Message | null {
  const found = LOOSE.exec(body);
  if (found === null) return null;
  const [all, day = '', state, lat = '', north = '', lon = '', east = '', speed = '', clock = ''] = found;
  const tail = tailOf(body.slice(found.index + all.length));
  const time = timeIfAny(() => yearFirst(day, clock));
  const place = {
    valid: state === 'A',
    lat: degreesMinutesIfAny(lat, north),
    lon: degreesMinutesIfAny(lon, east),
    speedKph: decimalIfAny(speed),
    courseDeg: decimalIfAny(tail.course),
  };
  return { kind: 'report', ...timedWithZeros(time, place), attributes: tail.attributes };
}

function sideAt(body: string, from: number, one: string, other: string): number {
  for (let at = from; at < Math.min(body.length, from + 14); at += 1)
    if (body[at] === one || body[at] === other) return at;
  throw new BadFrame(`neither ${one} nor ${other} behind the degrees`);
}

/**
 * Reads the text after the time: a course of six characters (in some models of two digits before the state), and the
 * state.
 */
function tailOf(text: string): { course: string; attributes: Attributes } {
  const length = /^\d\d,?[01]{2}[0-9A-F]{6}L/i.test(text) ? 2 : COURSE;
  const state = text.slice(length).replace(/^,/, '');
  return { course: text.slice(0, length), attributes: { ...stateOf(state), ...temperatureOf(state) } };
}

/** Reads a thermometer, if present: its sign, three digits, a point, tenths. */
function temperatureOf(text: string): Attributes {
  const degrees = /[+-]\d{3}\.\d/.exec(text)?.[0];
  return degrees === undefined ? {} : { temperature1C: Number(degrees) };
}

/** The bits of the state's third and fourth character (protocol, "IOState"). */
const has = (text: string, at: number, bit: number) => ((hexadecimal(text[at] ?? '') >>> bit) & 1) === 1;

/**
 * Reads eight characters: 0 main power connected, 1 ignition; then digits of four bits each (a second input, an
 * emergency button, a second output, the engine blocked; a door), then the fuel sensor as three hex digits.
 */
export function stateOf(text: string): Attributes {
  const state = text.slice(0, STATE);
  if (!/^[01]{2}[0-9A-F]{6}$/i.test(state)) return {};
  const metres = /^L([0-9A-F]{1,8})/i.exec(text.slice(STATE))?.[1];
  return {
    charging: state.startsWith('0'),
    ignition: state[1] === '1',
    ...(has(state, 2, 0) && { input2: true }),
    ...(has(state, 2, 2) && { output2: true }),
    ...(has(state, 2, 3) && { immobilized: true }),
    ...(has(state, 3, 3) && { door: true }),
    fuelRaw: hexadecimal(state.slice(5)),
    ...(metres !== undefined && { odometerM: hexadecimal(metres) }),
  };
}
