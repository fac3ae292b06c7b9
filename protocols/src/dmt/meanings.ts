/**
 * Meanings of the fields of Digital Matter's devices, shared by their binary protocol and the JSON that the maker's
 * server passes on.
 */
import { switches } from '../tools/switches.ts';
import type { AlarmCode, Attributes } from '../types.ts';

/** Times are counted from this moment; a clock that was never set, or a receiver that never had a fix, reports it. */
export const EPOCH_MS = Date.UTC(2013, 0, 1);

export const CM_PER_S_KPH = 0.036;

/** Reasons for which a record was written. */
export const ALARMS: Readonly<Record<number, AlarmCode>> = {
  12: 'hardBraking',
  13: 'hardAcceleration',
  14: 'hardCornering',
  18: 'overspeed',
  20: 'tow',
  23: 'accident',
  29: 'tampering',
  44: 'geofenceEnter',
  45: 'geofenceExit',
};

/** Bits of the state. */
const [IN_TRIP, BATTERY_GOOD, TAMPERED] = [0, 1, 6];
const [INPUTS, OUTPUTS] = [8, 4];
/** Stands for no signal. */
const NO_SIGNAL = 99;

export function setSwitches(attributes: Attributes, inputs: number, outputs?: number): void {
  Object.assign(attributes, switches('input', inputs, INPUTS));
  if (outputs !== undefined) Object.assign(attributes, switches('output', outputs, OUTPUTS));
  // The first input is the ignition, or the trip for a device without an ignition wire.
  attributes.ignition = (inputs & 1) === 1;
}

/** Sets the attributes of the state and returns the alarms that it raises. */
export function setState(attributes: Attributes, status: number): AlarmCode[] {
  const has = (bit: number) => ((status >> bit) & 1) === 1;
  attributes.motion = has(IN_TRIP);
  attributes.status = status;
  return [...(has(BATTERY_GOOD) ? [] : (['lowBattery'] as const)), ...(has(TAMPERED) ? (['tampering'] as const) : [])];
}

/** From 5 on the numbers are configured in the device. */
export function setAnalog(attributes: Attributes, number: number, value: number): void {
  if (number === 1) attributes.batteryV = value / 1000;
  else if (number === 2) attributes.powerV = value / 100;
  else if (number === 3) attributes.deviceTemperatureC = value / 100;
  else if (number !== 4) attributes[`analog${number}`] = value;
  else if (value !== NO_SIGNAL) attributes.rssi = value;
}
