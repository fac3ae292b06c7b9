import { decimalIfAny } from '../tools/fields.ts';
import type { Attributes } from '../types.ts';
import { isWhole, metresOf } from './places.ts';

/** The first digit of the state: 1 without ignition, 2 with it, 4 if the device does not know. */
const IGNITION: Readonly<Record<string, boolean>> = { 1: false, 2: true };
/** The second digit, for devices that detect movement. */
const MOTION: Readonly<Record<string, boolean>> = { 1: false, 2: true };
const ANALOGS = 3;

const isHexDigit = (code: number) => (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46);

/** True when a field is the state of the device: six digits, ten in those with more inputs. */
function isState(text: string | undefined): text is string {
  if (text?.length !== 6 && text?.length !== 10) return false;
  for (let at = 0; at < text.length; at += 1) if (!isHexDigit(text.charCodeAt(at))) return false;
  return text.charCodeAt(0) <= 0x34;
}

/** Returns ignition and motion from the first two digits of a state: 11, 12, 16 and 1A (towed), 21, 22, 41, 42. */
export function stateOf(text: string): Attributes {
  const ignition = IGNITION[text.charAt(0)];
  const motion = text.charAt(0) === '1' && text.charAt(1) > '2' ? true : MOTION[text.charAt(1)];
  return { ...(ignition !== undefined && { ignition }), ...(motion !== undefined && { motion }) };
}

/** Inputs from their second bit on (the first one is the ignition), outputs from their first. */
function switchesOf(text: string): Attributes {
  const half = text.length === 6 ? 2 : 4;
  const inputs = Number.parseInt(text.slice(2, 2 + half), 16);
  const outputs = Number.parseInt(text.slice(2 + half, 4 + half), 16);
  return {
    input1: (inputs & 2) !== 0,
    input2: (inputs & 4) !== 0,
    output1: (outputs & 1) !== 0,
    output2: (outputs & 2) !== 0,
  };
}

/** Seconds of "hhhhh:mm:ss". */
function secondsOf(text: string): number {
  const [hours = '', minutes = '0', seconds = '0'] = text.split(':');
  const [h, m, s] = [hours, minutes, seconds].map((part) => decimalIfAny(part) ?? Number.NaN);
  return (h ?? 0) * 3600 + (m ?? 0) * 60 + (s ?? 0);
}

/**
 * Reads the fields after the positions of vehicles: kilometres and engine hours in either order, inputs in thousandths
 * of a volt ("F" and percent where a fuel sensor is connected), percent of the battery, state. Returns the index of the
 * field after the state, or -1.
 */
export function vehicleTail(fields: readonly string[], at: number, end: number, reported: Attributes): number {
  let next = at;
  for (let index = at; index < Math.min(at + 3, end); index += 1) {
    const field = fields[index] ?? '';
    if (field.includes(':')) reported.engineHoursS = secondsOf(field);
    else if (field.includes('.') && reported.odometerM === undefined) reported.odometerM = metresOf(field);
    else continue;
    next = Math.max(next, index + 1);
  }
  let state = next;
  while (state < end && !isState(fields[state])) state += 1;
  const found = state < end;
  if (reported.odometerM !== undefined) {
    const analogs = next + (reported.engineHoursS === undefined ? 1 : 0);
    readAnalogs(fields, analogs, Math.min(found ? state - 1 : end, analogs + ANALOGS), reported);
  }
  if (!found) return -1;
  const text = fields[state] ?? '';
  if (isWhole(fields[state - 1], 100)) reported.batteryPercent = Number(fields[state - 1]);
  Object.assign(reported, stateOf(text), switchesOf(text));
  return state + 1;
}

function readAnalogs(fields: readonly string[], from: number, to: number, reported: Attributes): void {
  for (let index = from; index < to; index += 1) {
    const field = fields[index] ?? '';
    if (isWhole(field, 99_999)) reported[`analog${index - from + 1}V`] = Number(field) / 1000;
    else if (field.startsWith('F') && isWhole(field.slice(1), 100)) reported.fuelPercent = Number(field.slice(1));
  }
}

/**
 * Reads the fields of portable devices that report their signal: signal, bit errors, millivolts of the battery,
 * percent, mode, motion, °C. False if the fields are different.
 */
export function signalTail(fields: readonly string[], at: number, end: number, reported: Attributes): boolean {
  const [signal, errors, volts = '', percent, mode, motion, celsius = ''] = fields.slice(at, end);
  if (!isWhole(signal, 99) || !isWhole(errors, 99) || !isWhole(percent, 100) || !isWhole(mode, 1)) return false;
  if (volts !== '' && !isWhole(volts, 99_999)) return false;
  if (Number(signal) <= 31) reported.rssi = Number(signal);
  if (volts !== '' && Number(volts) > 0) reported.batteryV = Number(volts) / 1000;
  reported.batteryPercent = Number(percent);
  if (isWhole(motion, 1)) reported.motion = motion === '1';
  if (celsius.includes('.')) reported.temperature1C = decimalIfAny(celsius);
  return true;
}

/** For portable devices: percent of the battery right before the time of sending. */
export function portableTail(fields: readonly string[], end: number, reported: Attributes): void {
  const last = fields[end - 1];
  if (last !== undefined && (last === '0' || !last.startsWith('0')) && isWhole(last, 100))
    reported.batteryPercent = Number(last);
}
