import { timed } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import type { Attributes, Message } from '../types.ts';
import type { Reported } from './values.ts';

/** Stands for no measurement. */
const NO_CELSIUS = 200;

/**
 * The contents of a record in either form, in plain units except where stated; NaN for a number that cannot be read.
 */
export interface Report {
  /** Null if the record has none. */
  time: Date | null;
  lon: number;
  lat: number;
  courseDeg: number;
  event: number | undefined;
  /** The value is in tenths of kilometres. */
  distance: number;
  /** The value is in tenths. */
  accuracy: number;
  inputs: number;
  speedKph: number;
  outputs: number;
  driver: string;
  /** °C. */
  celsius: readonly number[];
  /** Text of a fuel sensor or similar. */
  text: string;
  reported: Reported;
}

/** The message of a record. A time of zeros means none. */
export function messageOf(report: Report): Message {
  const { time, event, driver, reported } = report;
  const attributes: Attributes = {
    ...(event !== undefined && { event }),
    odometerM: Math.round(report.distance * 100),
    hdop: report.accuracy / 10,
    ...switches('input', report.inputs, 3),
    ...switches('output', report.outputs, 2),
    ...reported.attributes,
  };
  if (driver !== '' && !/^0+$/.test(driver)) attributes.driverTag = driver;
  for (const [index, celsius] of report.celsius.entries()) {
    if (Math.abs(celsius) < NO_CELSIUS) attributes[`temperature${index + 1}C`] = celsius;
  }
  const fuel = / N=([0-9A-Fa-f]+)/.exec(report.text)?.[1];
  if (fuel !== undefined) attributes.fuelRaw = Number.parseInt(fuel, 16);
  else if (report.text !== '') attributes.text = report.text;
  const { lat, lon, speedKph, courseDeg } = report;
  return {
    kind: 'report',
    ...timed(time, { valid: true, lat, lon, speedKph, courseDeg, altitudeM: reported.altitudeM }),
    attributes,
  };
}
