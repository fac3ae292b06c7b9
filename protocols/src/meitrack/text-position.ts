import { type Fields, hexadecimal } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { yearFirst } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';
import { switches } from '../tools/switches.ts';
import { batteryOf, eventOf, INPUTS, OUTPUTS } from './events.ts';

/**
 * [AFF: how many more are kept,] event, latitude, longitude, yymmddhhmmss, A or V, satellites, signal, km/h, course, HDOP,
 * metres above the sea, odometer in metres, seconds of running, cell, inputs and outputs, analogue values.
 */
export function textPosition(type: string, fields: Fields): Message {
  if (type === 'AFF') fields.skip();
  const event = eventOf(fields.number());
  const [lat, lon, moment] = [fields.number(), fields.number(), fields.text()];
  const time = timeIfAny(() => yearFirst(moment.slice(0, 6), moment.slice(6)));
  const valid = fields.text() === 'A';
  const [satellites, rssi, speedKph, courseDeg] = [fields.number(), fields.number(), fields.number(), fields.number()];
  const [hdop, altitudeM, odometerM] = [fields.number(), fields.number(), fields.number()];
  fields.skip(2);
  const io = fields.left > 0 ? fields.text() : '';
  const attributes: Attributes = {
    ...event,
    satellites,
    rssi,
    hdop,
    odometerM,
    ...(type === 'AFF' && { archived: true }),
    ...(/^[0-9A-F]{4}$/i.test(io) && {
      ...switches('input', hexadecimal(io.slice(0, 2)), INPUTS),
      ...switches('output', hexadecimal(io.slice(2)), OUTPUTS),
    }),
    ...analogue(fields.left > 0 ? fields.text() : ''),
  };
  const place = { valid, lat, lon, speedKph, courseDeg, altitudeM };
  return { kind: 'report', ...timedWithZeros(time, place), attributes };
}

/** Values of the converter in hex, the last two of which are battery and supply in hundredths of a volt. */
function analogue(text: string): Attributes {
  const [, , , battery = '', power = ''] = text.split('|');
  return {
    ...(battery !== '' && batteryOf(hexadecimal(battery))),
    ...(power !== '' && { powerV: hexadecimal(power) / 100 }),
  };
}
