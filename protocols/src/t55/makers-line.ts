import { bareMessage } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { fixIfAny, timeIfAny } from '../tools/fix.ts';
import { dayFirst, KNOT_KPH, wholeMoment } from '../tools/units.ts';
import type { Attributes, Decoded } from '../types.ts';

/** Reads a line with a position that is not a receiver's sentence; null for an unknown line. */
export function makersLine(type: string, fields: Fields): Decoded | null {
  if (type === 'TRCCR') return ofPhone(fields);
  if (type === 'QZE') return ofQze(fields);
  return type === 'ID' ? ofMessenger(fields) : null;
}

const MAX_BATTERY_V = 20;

/**
 * Reads these fields in order: yyyymmddhhmmss.sss, A or V, latitude, longitude, knots, course, metres, battery in volts
 * or percent.
 */
function ofPhone(fields: Fields): Decoded {
  const time = timeIfAny(() => wholeMoment(fields.text()));
  const valid = fields.text() === 'A';
  const [lat, lon, knots, courseDeg] = [fields.value(), fields.value(), fields.value(), fields.value()];
  const [altitudeM, battery] = [fields.numberIfAny() ?? null, fields.numberIfAny()];
  const attributes: Attributes = {};
  if (battery !== undefined) attributes[battery > MAX_BATTERY_V ? 'batteryPercent' : 'batteryV'] = battery;
  const fix = fixIfAny({ time, valid, lat, lon, speedKph: knots * KNOT_KPH, courseDeg, altitudeM });
  return { identities: [], messages: [{ kind: 'report', deviceTime: time, fix, attributes }], replies: [] };
}

/** Reads these fields in order: IMEI, event, ddmmyyyy, hhmmss, latitude, longitude, km/h, course, A or V, ignition. */
function ofQze(fields: Fields): Decoded {
  const imei = fields.text();
  const event = fields.numberIfAny();
  const [day, clock] = [fields.textIfAny(), fields.textIfAny()];
  const [lat, lon, speedKph, courseDeg] = [fields.value(), fields.value(), fields.value(), fields.value()];
  const valid = fields.text() === 'A';
  const ignition = fields.switchIfAny();
  const time = timeIfAny(() => dayFirst(`${day.slice(0, 4)}${day.slice(6)}`, clock));
  const fix = fixIfAny({ time, valid, lat, lon, speedKph, courseDeg });
  return {
    identities: [imei],
    messages: [
      { kind: 'report', deviceTime: time, fix, attributes: { event, ...(ignition !== undefined && { ignition }) } },
    ],
    replies: [],
  };
}

/**
 * Reads the identity, then names and values: "GPS…" A or V, D ddmmyy, T hhmmss, S visible:used, La and Lo with their
 * hemisphere, H, V km/h.
 */
function ofMessenger(fields: Fields): Decoded {
  const identity = fields.text();
  const at = fields.find((field) => field.startsWith('GPS'));
  if (at < 0) return { identities: [identity], messages: [bareMessage('heartbeat')], replies: [] };
  fields.skip(at - fields.at + 1);
  const valid = fields.textIfAny() === 'A';
  const values = new Map<string, string>();
  const sides = new Map<string, string>();
  while (fields.left > 1) {
    const name = fields.text();
    values.set(name, fields.text());
    if (name === 'La' || name === 'Lo') sides.set(name, fields.text());
  }
  const number = (name: string) => new Fields(values.get(name) ?? '').numberIfAny() ?? 0;
  const degrees = (name: string) => (/[SW]/.test(sides.get(name) ?? '') ? -number(name) : number(name));
  const time = timeIfAny(() => dayFirst(values.get('D') ?? '', values.get('T') ?? ''));
  const used = Number(values.get('S')?.split(':')[1]);
  const fix = fixIfAny({
    time,
    valid,
    lat: degrees('La'),
    lon: degrees('Lo'),
    speedKph: number('V'),
    courseDeg: number('H'),
  });
  const attributes: Attributes = Number.isInteger(used) ? { satellites: used } : {};
  return { identities: [identity], messages: [{ kind: 'report', deviceTime: time, fix, attributes }], replies: [] };
}
