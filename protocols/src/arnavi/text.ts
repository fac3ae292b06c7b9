import { UnknownType } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { Fields } from '../tools/fields.ts';
import { fixUnlessNowhere, timeIfAny } from '../tools/fix.ts';
import { switches, tellSwitch } from '../tools/switches.ts';
import { dayFirst, degreesMinutesIfAny, KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Message } from '../types.ts';

const INPUTS = 8;
/** How many pulse inputs a position of each version has; the fourth has two fields more behind the satellites. */
const PULSE_INPUTS = byWord<number>({ V1: 1, V2: 1, V3: 2, V4: 2 });
const BEHIND_SATELLITES = byWord<number>({ V4: 2 });
const IMEI_FIELD = 8;

const degrees = (text: string) => degreesMinutesIfAny(text.slice(0, -1), text.slice(-1));

/**
 * "$AV", kind, identity, number, then of a position: hundredths of volts of supply and battery, serial sensor, standing,
 * ignition, inputs, frequency and count of each pulse input, kind of fix, satellites, time, place, knots, course, date.
 */
export function textLine(line: string): { identities: string[]; messages: Message[] } {
  const end = line.indexOf('*');
  const fields = new Fields(end < 0 ? line : line.slice(0, end));
  fields.skip();
  const [kind, device] = [fields.text(), fields.text()];
  const pulseInputs = PULSE_INPUTS[kind];
  if (pulseInputs !== undefined) return { identities: [device], messages: [position(fields, kind, pulseInputs)] };
  if (kind !== 'V3DI') throw new UnknownType(kind, [device]);
  const imei = fields.field(IMEI_FIELD + 1) ?? '';
  const login: Message = { kind: 'login', deviceTime: null, fix: null, attributes: {} };
  return { identities: [device, ...(/^\d{15}$/.test(imei) ? [imei] : [])], messages: [login] };
}

function position(fields: Fields, kind: string, pulseInputs: number): Message {
  fields.skip();
  const attributes: Attributes = { powerV: fields.value() / 100, batteryV: fields.value() / 100 };
  fields.skip();
  attributes.motion = fields.text() === '0';
  tellSwitch(attributes, 'ignition', fields.text());
  Object.assign(attributes, switches('input', fields.value(), INPUTS));
  for (let index = 1; index <= pulseInputs; index += 1) {
    attributes[`frequency${index}`] = fields.value();
    attributes[`count${index}`] = fields.value();
  }
  const valid = fields.value() > 0;
  attributes.satellites = fields.value();
  fields.skip(BEHIND_SATELLITES[kind] ?? 0);
  const [clock, lat, lon] = [fields.textIfAny(), degrees(fields.textIfAny()), degrees(fields.textIfAny())];
  const [knots, courseDeg] = [fields.value(), fields.value()];
  const time = timeIfAny(() => dayFirst(fields.textIfAny(), clock));
  const fix = fixUnlessNowhere({ time, valid, lat, lon, speedKph: knots * KNOT_KPH, courseDeg });
  return { kind: 'report', deviceTime: time, fix, attributes };
}
