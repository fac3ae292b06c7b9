import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, newConversation, reportOf, saidBy } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import { switches } from '../tools/switches.ts';
import { asciiBytes, isAsciiLine, textOf } from '../tools/text.ts';
import { wholeMoment } from '../tools/units.ts';
import type { Attributes, Command, Decoded, Message } from '../types.ts';
import { SYNC, SYNC_BYTES } from './framer.ts';

const IDENTITY = /^\d{6,16}$/;
const MOMENT = /^\d{14}$/;

/** One conversation with one device. */
export const newIntellitracDecoder = () => newConversation(read, encodeCommand);

function read(frame: Uint8Array): Decoded {
  if (frame[0] === SYNC) {
    if (frame.length !== SYNC_BYTES) throw new BadFrame('a sign of life that is not of eight bytes');
    // It wants its own bytes back and asks again until it has them.
    return saidBy([], bareMessage('heartbeat'), [{ when: 'now', bytes: frame }]);
  }
  const text = textOf(frame).replaceAll('\0', '').trim();
  if (text.startsWith('$')) return saidBy([], { ...bareMessage('reply'), text });
  const fields = new Fields(text);
  const identity = fields.text();
  if (!IDENTITY.test(identity)) throw new BadFrame('a message of nobody');
  return saidBy([identity], position(fields));
}

/** Relatives of other makers write volts or kilometres here. */
function eightBits(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 0xff) throw new BadFrame(`"${text}" is no eight switches`);
  return Number(text);
}

/** yyyymmddhhmmss, longitude, latitude, km/h, course, metres above the sea, satellites, event, inputs, outputs. */
function position(fields: Fields): Message {
  const time = wholeMoment(fields.text());
  const [lon, lat, speedKph, courseDeg] = [fields.number(), fields.number(), fields.number(), fields.number()];
  const [altitudeM, satellites, event] = [fields.number(), fields.number(), fields.number()];
  const [inputs, outputs] = [eightBits(fields.text()), eightBits(fields.text())];
  const attributes: Attributes = {
    satellites,
    event,
    ...switches('input', inputs, 8),
    ...switches('output', outputs, 8),
  };
  readAnalog(fields, attributes);
  readVehicleBus(fields, attributes);
  return reportOf(fixOf({ time, valid: true, lat, lon, altitudeM, speedKph, courseDeg }), attributes);
}

/** Two inputs in volts, where nothing else that the owner configured stands before the clock's second time. */
function readAnalog(fields: Fields, attributes: Attributes): void {
  const behind = fields.peek(2);
  if (fields.left < 2 || (behind !== undefined && !MOMENT.test(behind))) return;
  attributes.analog1V = fields.number();
  attributes.analog2V = fields.number();
}

const VEHICLE_BUS = [
  'obdSpeedKph',
  'engineRpm',
  'coolantTemperatureC',
  'fuelPercent',
  'fuelLPerHour',
  'temperature1C',
  'chargerPressureKpa',
  'tyrePressureKpa',
  'axleWeightKg',
  'obdOdometerKm',
] as const;

/** The clock's time, a word of the reader, then what the vehicle's bus says. */
function readVehicleBus(fields: Fields, attributes: Attributes): void {
  if (fields.left < 2 + VEHICLE_BUS.length || !MOMENT.test(fields.peek() ?? '')) return;
  fields.skip(2);
  for (const name of VEHICLE_BUS) {
    const value = fields.numberIfAny();
    if (value !== undefined) attributes[name] = value;
  }
}

const encodeCommand = (command: Command): Uint8Array | null =>
  command.kind === 'text' && isAsciiLine(command.text) ? asciiBytes(`${command.text}\r\n`) : null;
