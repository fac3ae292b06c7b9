/** One JSON payload of OwnTracks, whatever the transport. Source: owntracks.org/booklet/tech/json. */
import { byWord } from '../tools/by-word.ts';
import { fixOf, optionalNumber, readTime, RequestFault } from '../tools/phone-values.ts';
import { typeName } from '../tools/bad-frame.ts';
import type { AlarmCode, Attributes, Fix, Message } from '../types.ts';

export interface Payload {
  /** `owntracks/user/device`, if the payload contains it. */
  topic: string | null;
  /** The two characters shown on the app's map. */
  trackerId: string | null;
  /** Empty for a type that is not read. */
  messages: Message[];
  /** That type. */
  unknownType?: string;
}

/** Suffixes that the app adds to its topic for messages that are not locations (booklet, tech/mqtt). */
const MORE_TOPICS = /\/(?:event|waypoints?|cmd|dump|status|info|step|beacon|request)$/;

/** Returns the topic of a device without its suffix: one phone is one device, whatever it sends. */
export const deviceTopic = (topic: string): string => topic.replace(MORE_TOPICS, '');

type Json = Record<string, unknown>;

/** Types without a position, which count as a heartbeat. */
const PLACELESS = new Set([
  'lwt',
  'status',
  'steps',
  'beacon',
  'card',
  'waypoint',
  'waypoints',
  'cmd',
  'dump',
  'request',
]);
const LONGEST_TEXT = 64;
/** The trigger (`t`) of a requested position. */
const REQUESTED = 'r';
/** Battery states of `bs`; 0 is unknown, 3 full. */
const DISCHARGING = 1;
const CHARGING = 2;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function readAttributes(json: Json): Attributes {
  const { _type: type } = json;
  const attributes: Attributes = {};
  const accuracyM = optionalNumber(json.acc);
  if (accuracyM !== null) attributes.accuracyM = accuracyM;
  const battery = optionalNumber(json.batt);
  if (battery !== null && battery >= 0 && battery <= 100) attributes.batteryPercent = battery;
  if (json.bs === DISCHARGING || json.bs === CHARGING) attributes.charging = json.bs === CHARGING;
  const event = textOf(type === 'transition' ? json.event : json.t)?.slice(0, LONGEST_TEXT);
  if (event !== undefined) attributes.event = event;
  if (type === 'location') Object.assign(attributes, ofVehicle(json, event));
  return attributes;
}

/** Triggers (`t`) of a device in a vehicle that are alarms. */
const VEHICLE_ALARMS = byWord<AlarmCode>({
  '9': 'lowBattery',
  '1': 'powerOn',
  E: 'powerRestored',
  e: 'powerCut',
  '!': 'tow',
  s: 'overspeed',
});
/** The kind of harsh driving (`t` is `h`), by the remainder of `rty`. */
const HARD_DRIVING: readonly AlarmCode[] = ['hardBraking', 'hardAcceleration', 'hardCornering'];

/** Fields added by qtripp, which forwards vehicle trackers as OwnTracks: github.com/owntracks/qtripp. */
function ofVehicle(json: Json, event: string | undefined): Attributes {
  const alarm =
    event === 'h' ? HARD_DRIVING[(optionalNumber(json.rty) ?? Number.NaN) % 3] : VEHICLE_ALARMS[event ?? ''];
  const [powerV, batteryV] = [optionalNumber(json.uext), optionalNumber(json.ubatt)];
  const [kilometres, engineRpm] = [optionalNumber(json.odometer), optionalNumber(json.rpm)];
  const vin = textOf(json.vin)?.slice(0, LONGEST_TEXT);
  const switched = event === 'i' || event === 'I' ? event === 'i' : onOrOff(json.ign);
  const motion = onOrOff(json.mot);
  return {
    ...(alarm !== undefined && { alarm: [alarm] }),
    // The ignition went on (i) or off (I), or is on.
    ...(switched !== undefined && { ignition: switched }),
    ...(motion !== undefined && { motion }),
    ...(powerV !== null && powerV > 0 && { powerV }),
    ...(batteryV !== null && batteryV > 0 && { batteryV }),
    ...(kilometres !== null && kilometres > 0 && { odometerM: Math.round(kilometres * 1000) }),
    ...(engineRpm !== null && { engineRpm }),
    ...(vin !== undefined && { vin }),
  };
}

const onOrOff = (value: unknown): boolean | undefined =>
  value === true || value === 1 ? true : value === false || value === 0 ? false : undefined;

/** `vel` is in km/h, `alt` and `acc` in metres, `cog` in degrees. */
function readFix(json: Json, time: Date): Fix | null {
  const lat = optionalNumber(json.lat);
  const lon = optionalNumber(json.lon);
  if (lat === null) throw new RequestFault('lat is missing');
  if (lon === null) throw new RequestFault('lon is missing');
  return fixOf({
    time,
    valid: true,
    lat,
    lon,
    altitudeM: optionalNumber(json.alt),
    speedKph: optionalNumber(json.vel) ?? 0,
    courseDeg: optionalNumber(json.cog) ?? 0,
  });
}

/** Null for a type that is not read. */
function readMessage(json: Json): Message | null {
  const { _type: type } = json;
  if (type === 'location' || type === 'transition') {
    if (optionalNumber(json.tst) === null) throw new RequestFault('tst is missing');
    const time = readTime('tst', String(json.tst));
    const reported = { deviceTime: time, fix: readFix(json, time), attributes: readAttributes(json) };
    return json.t === REQUESTED ? { kind: 'reply', ...reported, text: 'location' } : { kind: 'report', ...reported };
  }
  if (typeof type === 'string' && PLACELESS.has(type))
    return { kind: 'heartbeat', deviceTime: null, fix: null, attributes: {} };
  if (typeof type === 'string') return null;
  throw new UnknownForm('_type is missing');
}

/** A JSON object that is not an OwnTracks payload. */
export class UnknownForm extends RequestFault {}

/**
 * Throws `RequestFault` if the text is not an OwnTracks payload. A payload of a type that is not read, such as an
 * encrypted one or a configuration, does not throw: if rejected, the phone would repeat it forever, and send nothing
 * after it.
 */
export function readPayload(text: string): Payload {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new RequestFault('the body is not JSON');
  }
  if (!isObject(json)) throw new RequestFault('the body is not a JSON object');
  const topic = textOf(json.topic);
  const message = readMessage(json);
  return {
    topic: topic === null ? null : deviceTopic(topic),
    trackerId: textOf(json.tid),
    messages: message === null ? [] : [message],
    ...(message === null && { unknownType: typeName(String(json['_type'])) }),
  };
}
