import { UnknownType } from '../tools/bad-frame.ts';
import { Fields } from '../tools/fields.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import { switches, readSwitch } from '../tools/switches.ts';
import { dayFirst, degreesMinutesIfAny, KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';

const INPUTS = 8;
const POSITION = /^V\d$/;
const CLOCK = /^\d{6}$/;
const LATITUDE = /^\d{4}\.\d+[NS]$/;
/** Metres above sea level and above the ellipsoid, which newer versions send between satellites and time. */
const HEIGHT = /^(?:-?\d+\.\d+)?$/;
const HEIGHT_FIELDS = 2;
const IMEI_FIELD = 8;

const degrees = (text: string) => degreesMinutesIfAny(text.slice(0, -1), text.slice(-1));

/**
 * Reads a line that begins with "$AV", kind, identity and number. For a position these fields follow: hundredths of
 * volts of supply and battery, serial sensor, standing, ignition, inputs, frequency and count of each pulse input, kind
 * of fix, satellites, time, coordinates, knots, course, date.
 */
export function textLine(line: string): { identities: string[]; messages: Message[] } {
  const end = line.indexOf('*');
  const fields = new Fields(end < 0 ? line : line.slice(0, end));
  fields.skip();
  const [kind, device] = [fields.text(), fields.text()];
  if (POSITION.test(kind)) {
    const clock = fields.find((field, index) => CLOCK.test(field) && LATITUDE.test(fields.field(index + 1) ?? ''));
    if (clock >= 0) return { identities: [device], messages: [position(fields, clock)] };
  }
  if (kind !== 'V3DI') throw new UnknownType(kind, [device]);
  const imei = fields.field(IMEI_FIELD + 1) ?? '';
  const login: Message = { kind: 'login', deviceTime: null, fix: null, attributes: {} };
  return { identities: [device, ...(/^\d{15}$/.test(imei) ? [imei] : [])], messages: [login] };
}

/** The fields before the time differ by version: a frequency and a count for each pulse input, and heights. */
function position(fields: Fields, clockAt: number): Message {
  const hasHeights = HEIGHT.test(fields.field(clockAt - 1) ?? '?');
  const fixAt = clockAt - 2 - (hasHeights ? HEIGHT_FIELDS : 0);
  fields.skip();
  const attributes: Attributes = { powerV: fields.value() / 100, batteryV: fields.value() / 100 };
  fields.skip();
  attributes.motion = fields.textIfAny() === '0';
  readSwitch(attributes, 'ignition', fields.textIfAny());
  Object.assign(attributes, switches('input', fields.value(), INPUTS));
  for (let index = 1; fields.at + 1 < fixAt; index += 1) {
    attributes[`frequency${index}`] = fields.value();
    attributes[`count${index}`] = fields.value();
  }
  fields.at = fixAt;
  const valid = fields.value() > 0;
  attributes.satellites = fields.value();
  const altitudeM = hasHeights ? fields.numberIfAny() : undefined;
  fields.at = clockAt;
  const [clock, lat, lon] = [fields.textIfAny(), degrees(fields.textIfAny()), degrees(fields.textIfAny())];
  const [knots, courseDeg] = [fields.value(), fields.value()];
  const time = timeIfAny(() => dayFirst(fields.textIfAny(), clock));
  return {
    kind: 'report',
    ...timed(time, { valid, lat, lon, altitudeM, speedKph: knots * KNOT_KPH, courseDeg }),
    attributes,
  };
}
