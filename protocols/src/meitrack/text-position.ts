import { decimalIfAny, type Fields, hexadecimal, hexadecimalIfAny } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { yearFirst } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';
import { switches } from '../tools/switches.ts';
import { deviceBatteryOf, eventOf, INPUTS, OUTPUTS, temperatureOf } from './events.ts';

/** Events: a card was read, and the event data is its number. */
const CARD = 37;

/** True when the fields from the cursor on begin like those of `textPosition`, without the count of stored ones. */
export const isPosition = (fields: Fields): boolean =>
  /^\d{1,3}$/.test(fields.peek() ?? '') && /^\d{12}$/.test(fields.peek(3) ?? '') && /^[AV]$/.test(fields.peek(4) ?? '');

/**
 * Reads these fields in order: [AFF: number of further stored positions,] event, latitude, longitude, yymmddhhmmss, A
 * or V, satellites, signal, km/h, course, HDOP, metres above sea level, odometer in metres, running seconds, cell,
 * inputs and outputs, analogue values; in newer models the event data, an unused field, version of the protocol, fuel,
 * thermometers.
 */
export function textPosition(type: string, fields: Fields): Message {
  if (type === 'AFF') fields.skip();
  const event = fields.numberIfAny();
  const [lat, lon, moment] = [fields.value(), fields.value(), fields.textIfAny()];
  const time = timeIfAny(() => yearFirst(moment.slice(0, 6), moment.slice(6)));
  const valid = fields.textIfAny() === 'A';
  const [satellites, rssi] = [fields.numberIfAny(), fields.numberIfAny()];
  const [speedKph, courseDeg] = [fields.numberIfAny(), fields.numberIfAny()];
  const [hdop, altitudeM, odometerM] = [fields.numberIfAny(), fields.numberIfAny(), fields.numberIfAny()];
  fields.skip(2);
  const io = fields.textIfAny();
  const attributes: Attributes = {
    ...(event !== undefined && eventOf(event)),
    satellites,
    rssi,
    hdop,
    odometerM,
    ...(type === 'AFF' && { archived: true }),
    ...(/^[0-9A-F]{4}$/i.test(io) && {
      ...switches('input', hexadecimal(io.slice(0, 2)), INPUTS),
      ...switches('output', hexadecimal(io.slice(2)), OUTPUTS),
    }),
    ...analogue(fields.textIfAny()),
    ...newer(fields, event),
  };
  const place = { valid, lat, lon, speedKph, courseDeg, altitudeM };
  return { kind: 'report', ...timedWithZeros(time, place), attributes };
}

/**
 * Values of the converter in hex, the last two of which are battery and supply in hundredths of a volt; or decimal
 * volts: battery, supply, three of the device's own.
 */
function analogue(text: string): Attributes {
  if (text.includes('.')) {
    const [batteryV, powerV] = text.split('|').map(decimalIfAny);
    return { batteryV, powerV };
  }
  const [battery, power] = text.split('|').slice(3).map(hexadecimalIfAny);
  return {
    ...(battery !== undefined && deviceBatteryOf(battery)),
    ...(power !== undefined && { powerV: power / 100 }),
  };
}

/** From this version of the protocol on, degrees are one number in hundredths, not a whole number and hundredths. */
const WHOLE_DEGREES = 3;

function newer(fields: Fields, event: number | undefined): Attributes {
  const data = fields.textIfAny();
  fields.skip();
  const version = fields.numberIfAny() ?? 0;
  const fuel = fields.textIfAny();
  const attributes: Attributes = {
    ...(event === CARD && data !== '' && { driverTag: data }),
    // Whole percent and hundredths of a percent.
    ...(/^[0-9A-F]{4}$/i.test(fuel) && {
      fuelPercent: hexadecimal(fuel.slice(0, 2)) + hexadecimal(fuel.slice(2)) / 100,
    }),
  };
  for (const probe of fields.textIfAny().split('|')) {
    if (!/^[0-9A-F]{6}$/i.test(probe)) continue;
    const value = hexadecimal(probe.slice(2));
    attributes[`temperature${hexadecimal(probe.slice(0, 2))}C`] =
      version >= WHOLE_DEGREES ? temperatureOf(value) : olderTemperature(value);
  }
  return attributes;
}

/** Reads a byte of signed whole degrees, then hundredths away from zero. */
function olderTemperature(value: number): number {
  const [whole, hundredths] = [(value << 16) >> 24, (value & 0xff) / 100];
  return whole < 0 ? whole - hundredths : whole + hundredths;
}
