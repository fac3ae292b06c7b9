import type { Fields } from '../tools/fields.ts';
import { BadFrame, NOTHING_DECODED } from '../tools/bad-frame.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { recommendedMinimum } from '../tools/nmea.ts';
import { atTimeOfDay, clockMs, degreesMinutesIfAny } from '../tools/units.ts';
import { digitSwitches } from '../tools/switches.ts';
import type { Attributes, Decoded, Fix } from '../types.ts';

/** Knowledge from earlier sentences of a connection. */
export interface Receiver {
  now(): Date;
  /** Time of the last sentence with a date. */
  last: Date | null;
}

/** An IMEI, or a number chosen by the owner. */
const IDENTITY = /^\d{5,20}$/;

/** Reads a receiver's sentence, from the field after its name on; sentences without a position give no message. */
export function sentence(type: string, fields: Fields, behind: Fields | null, receiver: Receiver): Decoded {
  if (type === 'PUBX') return ofUBlox(fields, receiver);
  switch (type.slice(2)) {
    case 'RMC': {
      // A line of the L100 protocol.
      if (behind?.peek()?.startsWith('#')) throw new BadFrame('a line of another protocol');
      const fix = recommendedMinimum(fields);
      receiver.last = fix?.time ?? receiver.last;
      const { identities, attributes } = behind === null ? { identities: [], attributes: {} } : tail(behind);
      return decoded(fix, attributes, identities);
    }
    case 'GGA':
      return fixData(fields, receiver);
    case 'GLL': {
      const place = placeOf(fields);
      const time = timeOf(fields.text(), receiver);
      return place === null || isReported(time, receiver)
        ? NOTHING_DECODED
        : decoded(fixIfAny({ time, valid: fields.text() === 'A', ...place }));
    }
    case 'TXT':
      return ofModem(fields);
    case 'IOP':
      return inputsAndVolts(fields);
    default:
      return NOTHING_DECODED;
  }
}

/**
 * Reads these fields in order: "NET", identity, operator, signal in dBm: lines that a modem adds under a receiver's
 * name.
 */
function ofModem(fields: Fields): Decoded {
  if (fields.text() !== 'NET') return NOTHING_DECODED;
  const name = fields.textIfAny();
  fields.skip();
  const rssi = fields.numberIfAny();
  return decoded(null, rssi === undefined ? {} : { rssi }, IDENTITY.test(name) ? [name] : []);
}

/**
 * Reads these fields in order: eight inputs and outputs in binary digits, four analogue inputs, volts of the vehicle
 * and of the battery.
 */
function inputsAndVolts(fields: Fields): Decoded {
  const attributes = {
    ...digitSwitches('input', fields.textIfAny(), 'last'),
    ...digitSwitches('output', fields.textIfAny(), 'last'),
  };
  fields.skip(4);
  return decoded(null, { ...attributes, powerV: fields.numberIfAny(), batteryV: fields.numberIfAny() });
}

const decoded = (fix: Fix | null, attributes: Attributes = {}, identities: string[] = []): Decoded => ({
  identities,
  messages:
    fix === null && Object.keys(attributes).length === 0
      ? []
      : [{ kind: 'report', deviceTime: fix?.time ?? null, fix, attributes }],
  replies: [],
});

/** A time without a date belongs to the date of the last sentence that had one, or to today. */
const timeOf = (clock: string, { last, now }: Receiver) => timeIfAny(() => atTimeOfDay(clockMs(clock), last ?? now()));

/** True when a sentence with date and speed has already reported the position at this time. */
const isReported = (time: Date | null, { last }: Receiver) => time !== null && last?.getTime() === time.getTime();

/** Reads these fields in order: latitude, N or S, longitude, E or W; null if they are empty or cannot be read. */
function placeOf(fields: Fields): { lat: number; lon: number } | null {
  const lat = degreesMinutesIfAny(fields.textIfAny(), fields.textIfAny());
  const lon = degreesMinutesIfAny(fields.textIfAny(), fields.textIfAny());
  return lat === undefined || lon === undefined ? null : { lat, lon };
}

/** Reads these fields in order: time, coordinates, quality (0 is no fix), satellites, HDOP, metres above sea level. */
function fixData(fields: Fields, receiver: Receiver): Decoded {
  const clock = fields.text();
  const place = placeOf(fields);
  const valid = (fields.numberIfAny() ?? 0) > 0;
  const [satellites, hdop, altitudeM] = [fields.numberIfAny(), fields.numberIfAny(), fields.numberIfAny() ?? null];
  const attributes = { ...(satellites !== undefined && { satellites }), ...(hdop !== undefined && { hdop }) };
  if (place === null || clock === '') return decoded(null, attributes);
  const time = timeOf(clock, receiver);
  return decoded(isReported(time, receiver) ? null : fixIfAny({ time, valid, ...place, altitudeM }), attributes);
}

/**
 * Reads these fields in order: "00", time, coordinates, metres, state, two accuracies in metres, km/h, course, …, HDOP,
 * …, satellites, identity.
 */
function ofUBlox(fields: Fields, receiver: Receiver): Decoded {
  if (fields.text() !== '00') return NOTHING_DECODED;
  const clock = fields.text();
  const place = placeOf(fields);
  const altitudeM = fields.numberIfAny() ?? null;
  const valid = fields.text() !== 'NF';
  const accuracyM = fields.numberIfAny();
  fields.skip();
  const [speedKph, courseDeg] = [fields.numberIfAny() ?? 0, fields.numberIfAny() ?? 0];
  fields.skip(2);
  const hdop = fields.numberIfAny();
  fields.skip(2);
  const satellites = fields.numberIfAny();
  const name = fields.left > 0 ? fields.text() : '';
  const attributes = {
    ...(satellites !== undefined && { satellites }),
    ...(hdop !== undefined && { hdop }),
    ...(accuracyM !== undefined && { accuracyM }),
  };
  const fix =
    place === null || clock === ''
      ? null
      : fixIfAny({ time: timeOf(clock, receiver), valid, ...place, altitudeM, speedKph, courseDeg });
  return decoded(fix, attributes, name.length > 1 ? [name] : []);
}

/** Reads these fields in order: satellites, IMEI, ignition, percent of the fuel and of the battery, inputs. */
function tail(fields: Fields): { identities: string[]; attributes: Attributes } {
  const attributes: Attributes = {};
  const satellites = fields.numberIfAny();
  if (satellites !== undefined) attributes.satellites = satellites;
  const imei = fields.left > 0 ? fields.text() : '';
  const ignition = fields.switchIfAny();
  if (ignition !== undefined) attributes.ignition = ignition;
  const [fuelPercent, batteryPercent] = [fields.numberIfAny(), fields.numberIfAny()];
  if (fuelPercent !== undefined) attributes.fuelPercent = fuelPercent;
  if (batteryPercent !== undefined) attributes.batteryPercent = batteryPercent;
  for (let index = 1; fields.left > 0 && index <= 8; index += 1) attributes[`io${index}`] = fields.text().slice(0, 16);
  return { identities: IDENTITY.test(imei) ? [imei] : [], attributes };
}
