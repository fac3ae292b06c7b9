import { type Fields, hexadecimalIfAny } from '../tools/fields.ts';
import { timed, timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import { yearFirst } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';
import { eventOf } from './events.ts';

const [INPUTS, OUTPUTS] = [4, 2];

const momentOf = (text: string) => timeIfAny(() => yearFirst(text.slice(0, 6), text.slice(6)));

/** Cell: country, network, area and cell (hex). A model may send further fields between the engine and the state. */
const isCell = (field: string) => /^\d+\|\d+\|[0-9a-fA-F]+\|[0-9a-fA-F]+$/.test(field);

/** True when the fields from the cursor on begin like those of `position`. */
export const isPosition = (fields: Fields): boolean =>
  /^\d*$/.test(fields.peek() ?? '-') && /^\d{12}$/.test(fields.peek(1) ?? '') && /^[AV]$/.test(fields.peek(2) ?? '');

/**
 * Reads A00 (the answer to a request), A01 and similar. Their fields in order: event, yymmddhhmmss, A or V, latitude,
 * longitude, km/h, course, metres above sea level, metres driven, engine seconds, state, inputs, outputs (hex), cell,
 * values of the converter (hex), driver's card, sensors.
 */
export function position(fields: Fields): Message {
  const event = eventOf(fields.text());
  const time = momentOf(fields.text());
  const valid = fields.text() === 'A';
  const [lat, lon, speedKph, courseDeg] = [fields.value(), fields.value(), fields.value(), fields.value()];
  const altitudeM = fields.numberIfAny();
  const [odometerM, engineHoursS] = [fields.numberIfAny(), fields.numberIfAny()];
  const cell = fields.find(isCell);
  if (cell >= 0) fields.skip(cell - 3 - fields.at);
  const [status, inputs, outputs] = [fields.hexIfAny(), fields.hexIfAny(), fields.hexIfAny()];
  fields.skip();
  const attributes: Attributes = {
    ...event,
    odometerM,
    engineHoursS,
    ...(status !== undefined && stateOf(status)),
    ...(inputs !== undefined && switches('input', inputs, INPUTS)),
    ...(outputs !== undefined && switches('output', outputs, OUTPUTS)),
  };
  readSensors(fields, attributes);
  return { kind: 'report', ...timedWithZeros(time, { valid, lat, lon, speedKph, courseDeg, altitudeM }), attributes };
}

/** Bits of the state: 3 to 7 the signal (0 to 31), 28 and up the satellites. */
function stateOf(status: number): Attributes {
  return { rssi: Math.floor(status / 2 ** 3) % 32, satellites: Math.floor(status / 2 ** 28), status };
}

/** Values of the converter have a different meaning on each model, so they are reported as received. */
function readSensors(fields: Fields, attributes: Attributes): void {
  for (const [index, value] of (fields.peek() ?? '').split('|').entries()) {
    const number = hexadecimalIfAny(value);
    if (index < 8 && number !== undefined) attributes[`adc${index + 1}`] = number;
  }
  const card = fields.peek(1) ?? '';
  const key = hexadecimalIfAny(card);
  if (key === undefined ? card !== '' : key !== 0) attributes.driverTag = key === undefined ? card : String(key);
  for (const [index, value] of (fields.peek(2) ?? '').split('|').entries()) {
    const number = Number(value);
    if (index < 8 && value !== '' && Number.isFinite(number)) attributes[`sensor${index + 1}`] = number;
  }
}

/**
 * Reads A03 of portable devices: event, yymmddhhmmss, cell, volts and percent of the battery, state (hex), then 0 for a
 * position by satellites (A or V, km/h, satellites, latitude, longitude) or 1 for nearby wireless networks, which are
 * not a position.
 */
export function portablePosition(fields: Fields): Message {
  const event = eventOf(fields.text());
  const time = momentOf(fields.text());
  fields.skip();
  const attributes: Attributes = {
    ...event,
    batteryV: fields.numberIfAny(),
    batteryPercent: fields.numberIfAny(),
    status: fields.hexIfAny(),
  };
  const isPlace = fields.left >= 6 && fields.text() === '0';
  if (!isPlace) return { kind: 'report', ...timed(time, null), attributes };
  const valid = fields.text() === 'A';
  const speedKph = fields.value();
  attributes.satellites = fields.value();
  const [lat, lon] = [fields.value(), fields.value()];
  return { kind: 'report', ...timedWithZeros(time, { valid, lat, lon, speedKph }), attributes };
}
