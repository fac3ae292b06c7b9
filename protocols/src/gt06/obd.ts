import { byWord } from '../tools/by-word.ts';
import type { Attributes, Decoded } from '../types.ts';
import { readClock } from './fix.ts';
import type { Packet } from './frame.ts';
import { decoded, message } from './outcome.ts';

/** After the text: flags and course, position, date, in 12 bytes. */
const PLACE_SIZE = 12;

/** Distance driven, in 1/100 km. */
const ODOMETER = '28';

/** First byte of the key, as hexadecimal digits, and the measured quantity; all values are hundredths of the unit. */
const MEASURES = byWord<string>({
  '2b': 'obdFuel',
  '2d': 'coolantTemperatureC',
  '35': 'obdSpeedKph',
  '36': 'engineRpm',
  '47': 'fuelUsedL',
  '49': 'obdHours',
});

/** Decodes 0x8C in long frames (FM08ABC): `key=value` pairs in hexadecimal from the OBD socket. */
export function decodeObd(packet: Packet): Decoded {
  const { reader, session } = packet;
  const time = readClock(reader, session);
  const attributes: Attributes = { ignition: reader.u8() > 0 };
  const text = reader.text(Math.max(0, reader.remaining - PLACE_SIZE));
  for (const pair of text.split(',')) {
    const [key = '', value = ''] = pair.split('=', 2);
    const measure = key.slice(0, 2).toLowerCase();
    const name = MEASURES[measure];
    if (measure === '4a' && value !== '') attributes.vin = value;
    if (!/^[0-9A-Fa-f]{1,8}$/.test(value)) continue;
    if (measure === ODOMETER) attributes.odometerM = Number.parseInt(value, 16) * 10;
    else if (name !== undefined) attributes[name] = Number.parseInt(value, 16) / 100;
  }
  return decoded([message('report', null, attributes, time)]);
}
