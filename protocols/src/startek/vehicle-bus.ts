import { byWord } from '../tools/by-word.ts';
import { readSwitch } from '../tools/switches.ts';
import type { Attributes } from '../types.ts';

/** The fields of each line, counted after its name. */
const LINES = byWord<readonly (readonly [at: number, name: string, factor: number])[]>({
  T1: [
    [1, 'engineRpm', 1],
    [3, 'fuelPercent', 1],
    [9, 'coolantTemperatureC', 1],
    [11, 'engineTorquePercent', 1],
    [13, 'powerV', 1],
    [15, 'oilTemperatureC', 1],
    [17, 'throttlePercent', 1],
    [22, 'oilPressureKpa', 1],
    [27, 'catalystPercent', 1],
  ],
  T2: [
    [0, 'odometerM', 1000],
    [20, 'fuelUsedL', 1],
  ],
});
/** Off, on; other values mean unknown. */
const IGNITION = 25;

/** Reads data of a CAN bus reader connected to the tracker, in lines "T1,…" and "T2,…". */
export function vehicleBus(content: string): Attributes {
  const attributes: Attributes = {};
  for (const line of content.split('\r\n')) {
    const [name = '', ...values] = line.split(',');
    for (const [at, attribute, factor] of LINES[name] ?? []) {
      const value = values[at] ?? '';
      const number = Number(value);
      if (value.trim() !== '' && Number.isFinite(number)) attributes[attribute] = number * factor;
    }
    if (name === 'T1') readSwitch(attributes, 'ignition', values[IGNITION]);
  }
  return attributes;
}
