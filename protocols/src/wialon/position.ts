import { decimalIfAny, type Fields } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import { dayFirst, degreesMinutesIfAny } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';

const NOT_AVAILABLE = 'NA';
/** A position needs three satellites. */
export const MIN_SATELLITES = 3;
/** The most parameters stored for one message, and the longest name. */
const MAX_PARAMETERS = 100;
const MAX_NAME = 60;
/** The protocol has 32 inputs and outputs; devices that use it have up to four. */
export const SWITCHES = 4;

/** A field, or undefined if it is empty, missing or "NA". */
function known(fields: Fields): string | undefined {
  const text = fields.left > 0 ? fields.text().trim() : '';
  return text === '' || text === NOT_AVAILABLE ? undefined : text;
}

function knownNumber(fields: Fields): number | undefined {
  const text = known(fields);
  return text === undefined ? undefined : decimalIfAny(text);
}

/**
 * Reads the fields common to short (SD) and full (D) messages: ddmmyy; hhmmss; latitude; N or S; longitude; E or W;
 * km/h; course; metres above sea level; satellites. Without a date the time of receipt is used (protocol, "NA").
 */
export function position(fields: Fields, receivedAt: Date): Message {
  const [day, clock] = [known(fields), known(fields)];
  const time = day === undefined || clock === undefined ? receivedAt : timeIfAny(() => dayFirst(day, clock));
  const [lat, north, lon, east] = [known(fields), known(fields), known(fields), known(fields)];
  const [speedKph, courseDeg, altitudeM, satellites] = [
    knownNumber(fields),
    knownNumber(fields),
    knownNumber(fields),
    knownNumber(fields),
  ];
  const placed = timedWithZeros(time, {
    valid: satellites !== undefined && satellites >= MIN_SATELLITES,
    lat: degreesMinutesIfAny(lat ?? '', north ?? ''),
    lon: degreesMinutesIfAny(lon ?? '', east ?? ''),
    altitudeM,
    speedKph,
    courseDeg,
  });
  return { kind: 'report', ...placed, attributes: satellites === undefined ? {} : { satellites } };
}

/**
 * Reads the additional fields of a full message: HDOP; inputs; outputs; analogue values; driver's key; parameters
 * "name:type:value,…".
 */
export function fullPosition(fields: Fields, receivedAt: Date): Message {
  const message = position(fields, receivedAt);
  const [hdop, inputs, outputs] = [knownNumber(fields), knownNumber(fields), knownNumber(fields)];
  const analogue = known(fields)?.split(',') ?? [];
  const driverTag = known(fields);
  const attributes: Attributes = {
    ...parameters(known(fields) ?? ''),
    ...message.attributes,
    ...(hdop !== undefined && { hdop }),
    ...(inputs !== undefined && switches('input', inputs, SWITCHES)),
    ...(outputs !== undefined && switches('output', outputs, SWITCHES)),
    ...(driverTag !== undefined && { driverTag }),
  };
  for (const [index, value] of analogue.slice(0, 16).entries()) {
    const volts = Number.parseFloat(value);
    if (Number.isFinite(volts)) attributes[`analog${index + 1}V`] = volts;
  }
  return { ...message, attributes };
}

/** Reads parameters of three types: 1 whole number, 2 decimal number, 3 text. */
function parameters(text: string): Attributes {
  const attributes: Attributes = {};
  for (const part of text.split(',').slice(0, MAX_PARAMETERS)) {
    const [name = '', type, ...rest] = part.split(':');
    const value = rest.join(':');
    const number = type === '1' || type === '2' ? Number.parseFloat(value) : Number.NaN;
    if (name === '' || name.length > MAX_NAME || value === '') continue;
    if (name === 'SOS') {
      if (number === 1) attributes.alarm = ['sos'];
    } else if (name === 'pwr_ext' && Number.isFinite(number)) attributes.powerV = number;
    else if (name === 'pwr_int' && Number.isFinite(number)) attributes.batteryV = number;
    // A whole number is a percentage; volts have a decimal point and their own type.
    else if (name.toLowerCase() === 'bat' && type === '1' && number >= 0 && number <= 100)
      attributes.batteryPercent = number;
    // Names are chosen by the owner: in any case they must not be mistaken for Milepost's.
    else attributes[`param_${name}`] = type === '3' ? value : number;
  }
  for (const [name, value] of Object.entries(attributes)) if (Number.isNaN(value)) delete attributes[name];
  return attributes;
}
