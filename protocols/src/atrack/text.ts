import { Fields } from '../tools/fields.ts';
import { timeIfAny } from '../tools/fix.ts';
import { digits, utc } from '../tools/units.ts';
import type { Decoded, Message } from '../types.ts';
import { messageOf } from './report.ts';
import { KEYS, keysOf, type Reported } from './values.ts';

const SECONDS_DIGITS = 10;

/** Seconds since 1970, or "yyyymmddhhmmss"; null for neither. */
const moment = (text: string): Date | null =>
  timeIfAny(() => {
    if (text.length <= SECONDS_DIGITS) return new Date(digits(text, 0, text.length) * 1000);
    const at = (index: number, count: number) => digits(text, index, count);
    return utc(at(0, 4), at(4, 2), at(6, 2), at(8, 2), at(10, 2), at(12, 2));
  });

/** Decodes a text message: "@P", checksum, length, number, identity, and one record per line. */
export function decodeText(text: string): Decoded & { number: number } {
  const lines = text.split(/\r?\n/);
  const head = new Fields(lines[0] ?? '');
  head.skip(3);
  const number = head.number();
  const identity = head.text();
  const rest = [head.rest(), ...lines.slice(1)].filter((line) => line !== '');
  return { identities: [identity], messages: rest.map(record), replies: [], number };
}

/**
 * Reads these fields in order: three times, coordinates, course, cause, distance, accuracy, inputs, km/h, outputs, an
 * input, driver, thermometers, text, more.
 */
function record(line: string): Message {
  const fields = new Fields(line);
  const time = moment(fields.text());
  fields.skip(2);
  const [lon, lat, courseDeg] = [fields.value() / 1e6, fields.value() / 1e6, fields.value()];
  const [event, distance, accuracy] = [fields.numberIfAny(), fields.value(), fields.value()];
  const [inputs, speedKph, outputs] = [fields.value(), fields.value(), fields.value()];
  const reported: Reported = { attributes: { analog1V: fields.value() / 1000 }, altitudeM: null };
  const driver = fields.textIfAny();
  const celsius = [fields.value() / 10, fields.value() / 10];
  const text = fields.textIfAny();
  if (fields.peek()?.startsWith('%')) readValues(fields, reported);
  const where = { time, lon, lat, courseDeg, speedKph };
  return messageOf({ ...where, event, distance, accuracy, inputs, outputs, driver, celsius, text, reported });
}

function readValues(fields: Fields, reported: Reported): void {
  for (const key of keysOf(fields.text())) {
    if (fields.left === 0) return;
    const text = fields.text();
    const value = Number(text === '' ? Number.NaN : text);
    const { form, read } = KEYS[key] ?? {};
    if (form === 'text' || Number.isFinite(value)) read?.(value, reported, text);
  }
}
