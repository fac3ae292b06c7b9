/** The JSON body of Traccar Client 9 and later (the format of its background geolocation library). */
import type { Attributes, Fix, Message } from '../types.ts';
import { readIdentity, readParameters } from './parameters.ts';
import { checkIdentity, fixOf, optionalNumber, readTime, RequestFault, setAttribute } from '../tools/phone-values.ts';

const KPH_PER_MPS = 3.6;
const MAX_LOCATIONS = 1000;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function readFix(coords: Json, time: Date): Fix | null {
  const lat = optionalNumber(coords.latitude);
  const lon = optionalNumber(coords.longitude);
  if (lat === null) throw new RequestFault('coords.latitude is missing');
  if (lon === null) throw new RequestFault('coords.longitude is missing');
  return fixOf({
    time,
    valid: true,
    lat,
    lon,
    altitudeM: optionalNumber(coords.altitude),
    speedKph: (optionalNumber(coords.speed) ?? 0) * KPH_PER_MPS,
    courseDeg: optionalNumber(coords.heading) ?? 0,
  });
}

function readAttributes(location: Json): Attributes {
  const attributes: Attributes = {};
  const battery = isObject(location.battery) ? location.battery : {};
  const activity = isObject(location.activity) ? location.activity : {};
  const coords = isObject(location.coords) ? location.coords : {};
  const set = (name: string, value: unknown): void => {
    if (isScalar(value)) setAttribute(attributes, name, value);
  };
  for (const [name, value] of Object.entries(isObject(location.extras) ? location.extras : {})) set(name, value);
  set('event', location.event);
  set('motion', location.is_moving);
  set('odometer', location.odometer);
  set('activity', activity.type);
  set('charging', battery.is_charging);
  set('mock', location.mock);
  set('alarm', location.alarm);
  const accuracyM = optionalNumber(coords.accuracy);
  if (accuracyM !== null) attributes.accuracyM = accuracyM;
  //
  // -1 if the phone does not know it.
  const level = optionalNumber(battery.level);
  if (level !== null && level >= 0) attributes.batteryPercent = Math.round(level * 1000) / 10;
  return attributes;
}

function readLocation(location: unknown, now: Date): Message {
  if (!isObject(location)) throw new RequestFault('location is not an object');
  const { timestamp, coords } = location;
  const deviceTime = isScalar(timestamp) ? readTime('location.timestamp', String(timestamp)) : now;
  const fix = isObject(coords) ? readFix(coords, deviceTime) : null;
  const attributes = readAttributes(location);
  const silent = fix === null && Object.keys(attributes).length === 0;
  return { kind: silent ? 'heartbeat' : 'report', deviceTime, fix, attributes };
}

/** Reads an object that contains the parameters of the query form. */
function readFlat(body: Json, now: Date): { identity: string; messages: Message[] } {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) if (isScalar(value)) parameters.append(name, String(value));
  return { identity: readIdentity(parameters), messages: [readParameters(parameters, now)] };
}

function readObject(body: unknown, now: Date): { identity: string; messages: Message[] } {
  if (!isObject(body)) throw new RequestFault('the body is not a JSON object');
  if (body.location === undefined || typeof body.location === 'string') return readFlat(body, now);
  const id = body.device_id;
  const identity = checkIdentity('device_id', isScalar(id) ? String(id) : null);
  const locations: unknown[] = Array.isArray(body.location) ? body.location : [body.location];
  return { identity, messages: locations.map((location) => readLocation(location, now)) };
}

/** Reads one object or an array of them, all from one device. Throws `RequestFault`. */
export function readJsonBody(text: string, now: Date): { identity: string; messages: Message[] } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RequestFault('the body is not JSON');
  }
  const parts = (Array.isArray(body) ? body : [body]).map((part) => readObject(part, now));
  const [first] = parts;
  if (first === undefined) throw new RequestFault('the body is empty');
  if (parts.some(({ identity }) => identity !== first.identity))
    throw new RequestFault('the body names several devices');
  const messages = parts.flatMap((part) => part.messages);
  if (messages.length > MAX_LOCATIONS) throw new RequestFault(`more than ${MAX_LOCATIONS} locations in one body`);
  return { identity: first.identity, messages };
}
