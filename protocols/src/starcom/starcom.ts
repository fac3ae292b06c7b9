import { BadFrame } from '../tools/bad-frame.ts';
import { decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { decimalIfAny } from '../tools/fields.ts';
import { fixUnlessNowhere, timeIfAny } from '../tools/fix.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { textOf } from '../tools/text.ts';
import { wholeMoment } from '../tools/units.ts';
import type { Attributes, Decoded, Fix, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 2048;

/** Trackers of Starcom Systems, as its server passes them on: a line of names and values over UDP. */
export const starcom: StreamProtocol = {
  kind: 'stream',
  name: 'starcom',
  title: 'Starcom (Helios)',
  defaultPort: 5190,
  transports: ['udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newConversation(read),
};

const IDENTITY = /^\d{3,15}$/;
/** Until a unit knows the time, it sends the first day of its calendar, in 1899. */
const FIRST_YEAR = '2000';

type Values = ReadonlyMap<string, string>;

/**
 * Reads names and values between two bars. The meaning of the names follows Traccar's public decoder, checked against
 * recorded frames. It is unknown whether "backup_voltage" is volts or percent, and which state 1 of "door" means: it is
 * sent at 23 km/h; "arm" and "disarm" are 0 simultaneously.
 */
function read(frame: Uint8Array): Decoded {
  const text = textOf(frame).trim();
  if (!text.startsWith('|')) throw new BadFrame('no message of Starcom');
  const values = valuesOf(text.endsWith('|') ? text.slice(1, -1) : text.slice(1));
  const identity = values.get('unit') ?? '';
  if (!IDENTITY.test(identity)) throw new BadFrame('a message of nobody');
  const time = momentOf(values.get('datetime_actual'));
  return decodedFrom([identity], reportOf(placeOf(values, time), stateOf(values), time));
}

function valuesOf(text: string): Values {
  const values = new Map<string, string>();
  for (const entry of text.split(',')) {
    const equals = entry.indexOf('=');
    if (equals > 0) values.set(entry.slice(0, equals), entry.slice(equals + 1));
  }
  return values;
}

/** "yyyy/mm/dd hh:mm:ss". */
function momentOf(text: string | undefined): Date | null {
  if (text === undefined || text < FIRST_YEAR) return null;
  return timeIfAny(() => wholeMoment(text.replaceAll(/\D/g, '')));
}

function placeOf(values: Values, time: Date | null): Fix | null {
  return fixUnlessNowhere({
    time,
    valid: isOn(values, 'gps_valid') ?? false,
    lat: numberOf(values, 'latitude'),
    lon: numberOf(values, 'longitude'),
    altitudeM: numberOf(values, 'altitude') ?? null,
    speedKph: numberOf(values, 'velocity') ?? 0,
    courseDeg: numberOf(values, 'heading') ?? 0,
  });
}

function numberOf(values: Values, name: string): number | undefined {
  const value = values.get(name);
  return value === undefined ? undefined : decimalIfAny(value);
}

function isOn(values: Values, name: string): boolean | undefined {
  const value = numberOf(values, name);
  return value === undefined ? undefined : value !== 0;
}

const NUMBERS = [
  ['satellites', 'satellites'],
  ['event', 'eventid'],
  ['powerV', 'main_voltage'],
] as const;
const SWITCHES = [
  ['ignition', 'ignition'],
  ['immobilized', 'immobilizer'],
] as const;

function stateOf(values: Values): Attributes {
  const attributes: Attributes = {};
  for (const [ours, theirs] of NUMBERS) {
    const value = numberOf(values, theirs);
    if (value !== undefined) attributes[ours] = value;
  }
  for (const [ours, theirs] of SWITCHES) {
    const value = isOn(values, theirs);
    if (value !== undefined) attributes[ours] = value;
  }
  // 0 means none: it is sent while the vehicle drives.
  const engineRpm = numberOf(values, 'rpm') ?? 0;
  if (engineRpm > 0) attributes.engineRpm = engineRpm;
  const kilometres = numberOf(values, 'mileage');
  if (kilometres !== undefined) attributes.odometerM = Math.round(kilometres * 1000);
  if (isOn(values, 'emergency')) attributes.alarm = ['sos'];
  return attributes;
}
