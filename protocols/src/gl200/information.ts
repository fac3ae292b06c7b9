import { decimalIfAny } from '../tools/fields.ts';
import type { Attributes } from '../types.ts';
import { isStamp, isWhole, metresOf } from './places.ts';
import { stateOf } from './tail.ts';

const MAC_DIGITS = 12;
const STATE_KNOWN = /^[124][12A6]$/;

/**
 * Reads a message about the device itself, from its state on: state, card, signal, bit errors, whether it has external
 * power, millivolts of it (in portable devices kilometres), a second voltage, volts of the battery, charging, …, time
 * of the last position, percent of the battery in portable devices.
 */
export function information(fields: readonly string[], from: number, end: number): Attributes {
  const reported: Attributes = {};
  const state = fields[from] ?? '';
  if (STATE_KNOWN.test(state)) Object.assign(reported, stateOf(state));
  let at = from + 1;
  const text = () => fields[at++] ?? '';
  const card = text();
  if (card !== '') reported.iccid = card;
  const signal = text();
  if (isWhole(signal, 31)) reported.rssi = Number(signal);
  at += 2;
  // A beacon with a thermometer: its address, °C, percent of moisture.
  if (fields[at]?.length === MAC_DIGITS) {
    at += 1;
    reported.temperature1C = decimalIfAny(text());
    reported.humidityPercent = decimalIfAny(text());
  }
  const outer = text();
  if (outer.includes('.')) reported.odometerM = metresOf(outer);
  else if (outer !== '') reported.powerV = (decimalIfAny(outer) ?? Number.NaN) / 1000;
  at += 1;
  const battery = text();
  if (battery.includes('.')) reported.batteryV = decimalIfAny(battery);
  const charging = text();
  if (isWhole(charging, 2)) reported.charging = charging === '1';
  for (; at < end; at += 1) {
    if (!isStamp(fields[at])) continue;
    if (state.startsWith('4') && isWhole(fields[at + 1], 100)) reported.batteryPercent = Number(fields[at + 1]);
    break;
  }
  return reported;
}
