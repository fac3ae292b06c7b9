import { fixOf } from '../tools/fix.ts';
import type { Attributes, Message } from '../types.ts';
import type { Told } from './values.ts';

/** Not measured. */
const NO_CELSIUS = 200;

/** What both forms of a record hold, in plain units but for those named. */
export interface Report {
  time: Date;
  lon: number;
  lat: number;
  courseDeg: number;
  event: number;
  /** Tenths of kilometres. */
  distance: number;
  /** Tenths. */
  accuracy: number;
  inputs: number;
  speedKph: number;
  outputs: number;
  driver: string;
  /** °C. */
  celsius: readonly number[];
  /** Of a fuel sensor or the like. */
  text: string;
  told: Told;
}

/** The message of a record. A time of zeros stands for none, and so does the place then. */
export function messageOf(report: Report): Message {
  const { time, event, driver, told } = report;
  const attributes: Attributes = {
    event,
    odometerM: Math.round(report.distance * 100),
    hdop: report.accuracy / 10,
    input1: (report.inputs & 1) !== 0,
    input2: (report.inputs & 2) !== 0,
    input3: (report.inputs & 4) !== 0,
    output1: (report.outputs & 1) !== 0,
    output2: (report.outputs & 2) !== 0,
    ...told.attributes,
  };
  if (driver !== '' && !/^0+$/.test(driver)) attributes.driverTag = driver;
  for (const [index, celsius] of report.celsius.entries()) {
    if (Math.abs(celsius) < NO_CELSIUS) attributes[`temperature${index + 1}C`] = celsius;
  }
  const fuel = / N=([0-9A-Fa-f]+)/.exec(report.text)?.[1];
  if (fuel !== undefined) attributes.fuelRaw = Number.parseInt(fuel, 16);
  else if (report.text !== '') attributes.text = report.text;
  if (time.getTime() === 0) return { kind: 'report', deviceTime: null, fix: null, attributes };
  const { lat, lon, speedKph, courseDeg } = report;
  const fix = fixOf({ time, valid: true, lat, lon, speedKph, courseDeg, altitudeM: told.altitudeM });
  return { kind: 'report', deviceTime: time, fix, attributes };
}
