import { decimalIfAny, hexadecimalIfAny } from '../tools/fields.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { dayFirst } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';
import { analogName, type Place, readStatus } from './blocks.ts';

/** A timestamp and the blocks of a report, each a name, a colon and values separated by semicolons. */
const REPORT = /^\d{12}(?:,[A-Z]{3}:[^,]*)+,?$/;
/** A fix in two dimensions or in three. */
const FIXED = ['2', '3'];

/** The same report in text form, for devices configured to send it; null if the text is not a report. */
export function textReport(content: string): Message | null {
  if (!REPORT.test(content)) return null;
  const [moment = '', ...blocks] = content.split(',');
  const time = timeIfAny(() => dayFirst(moment.slice(6), moment.slice(0, 6)));
  const attributes: Attributes = {};
  let place: Place = null;
  for (const block of blocks) {
    const values = block.slice(4).split(';');
    if (block.startsWith('GPS:')) place = placeOf(values, attributes);
    else READERS[block.slice(0, 3)]?.(values, attributes);
  }
  // Command replies also begin with a name and a colon.
  if (place === null && Object.keys(attributes).length === 0) return null;
  return { kind: 'report', ...timed(time, place), attributes };
}

/** Degrees after the letter of their hemisphere. */
const degrees = (text = ''): number => (/^[SW]/.test(text) ? -1 : 1) * (decimalIfAny(text.slice(1)) ?? Number.NaN);

/** Reads these fields in order: dimensions of the fix, latitude, longitude, km/h, course, HDOP. */
function placeOf(values: readonly string[], attributes: Attributes): Place {
  const [fixed = '', lat, lon, speed = '', course = '', hdop = ''] = values;
  attributes.hdop = decimalIfAny(hdop);
  return {
    valid: FIXED.includes(fixed),
    lat: degrees(lat),
    lon: degrees(lon),
    speedKph: decimalIfAny(speed),
    courseDeg: decimalIfAny(course),
  };
}

const READERS: Readonly<Record<string, (values: readonly string[], attributes: Attributes) => void>> = {
  STT: ([status, bits], attributes) => {
    const state = hexadecimalIfAny(status);
    if (state !== undefined) readStatus(state, hexadecimalIfAny(bits) ?? 0, attributes);
  },
  MGR: ([metres = ''], attributes) => {
    attributes.odometerM = decimalIfAny(metres);
  },
  // Pairs of a number and its volts or degrees.
  ADC: (values, attributes) => {
    for (let at = 0; at + 1 < values.length && at < 16; at += 2) {
      const number = decimalIfAny(values[at] ?? '');
      if (number !== undefined && number < 16) attributes[analogName(number)] = decimalIfAny(values[at + 1] ?? '');
    }
  },
  EVT: ([event = ''], attributes) => {
    attributes.event = hexadecimalIfAny(event);
  },
  VIN: ([vin = ''], attributes) => {
    if (/^\w{1,32}$/.test(vin)) attributes.vin = vin;
  },
  RFI: ([driverTag = ''], attributes) => {
    if (/^\w{1,32}$/.test(driverTag)) attributes.driverTag = driverTag;
  },
};
