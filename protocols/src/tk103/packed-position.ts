import { BadFrame, unlessBad } from '../tools/bad-frame.ts';
import { decimal, hexadecimal } from '../tools/fields.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { degreesMinutes, yearFirst } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';

const SPEED = 5;
const CLOCK = 6;
const COURSE = 6;
const STATE = 8;

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** Where "yymmddA" or "yymmddV" of a position begins in a message, or -1. */
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
 * yymmdd A|V latitude N|S longitude E|W speed in km/h (5 characters) hhmmss course (6) [,] state (8) L metres in hex.
 */
export function packedPosition(body: string, at: number): Message {
  const valid = body[at + 6] === 'A';
  const north = sideAt(body, at + 7, 'N', 'S');
  const east = sideAt(body, north + 1, 'E', 'W');
  let next = east + 1;
  const take = (length: number) => body.slice(next, (next += length));
  const [speed, clock, course] = [take(SPEED), take(CLOCK), take(COURSE)];
  if (body[next] === ',') next += 1;
  const time = timeIfAny(() => yearFirst(body.slice(at, at + 6), clock));
  const place = unlessBad(() => ({
    valid,
    lat: degreesMinutes(body.slice(at + 7, north), body[north] ?? ''),
    lon: degreesMinutes(body.slice(north + 1, east), body[east] ?? ''),
    speedKph: unlessBad(() => decimal(speed)) ?? 0,
    courseDeg: unlessBad(() => decimal(course)) ?? 0,
  }));
  return { kind: 'report', ...timed(time, place), attributes: stateOf(body.slice(next)) };
}

function sideAt(body: string, from: number, one: string, other: string): number {
  for (let at = from; at < Math.min(body.length, from + 14); at += 1)
    if (body[at] === one || body[at] === other) return at;
  throw new BadFrame(`neither ${one} nor ${other} behind the degrees`);
}

/** Eight characters: 0 main power is there, 1 ignition, then inputs, and the fuel sensor as three hex digits. */
function stateOf(text: string): Attributes {
  const state = text.slice(0, STATE);
  if (!/^[01]{2}[0-9A-F]{6}$/i.test(state)) return {};
  const metres = /^L([0-9A-F]{1,8})/i.exec(text.slice(STATE))?.[1];
  return {
    charging: state.startsWith('0'),
    ignition: state[1] === '1',
    fuelRaw: hexadecimal(state.slice(5)),
    ...(metres !== undefined && { odometerM: hexadecimal(metres) }),
  };
}
