import { ALARMS, CM_PER_S_KPH, EPOCH_MS, setAnalog, setState, setSwitches } from '../dmt/meanings.ts';
import { unlessBad } from '../tools/bad-frame.ts';
import { fixIfAny, fixUnlessNowhere } from '../tools/fix.ts';
import { checkIdentity, readTime, RequestFault } from '../tools/phone-values.ts';
import { answered } from '../tools/read-request.ts';
import type { AlarmCode, Attributes, Fix, HttpDecoded, HttpProtocol, Message } from '../types.ts';
import { isObject, type Json, numberAt, numberIn, objectsIn, parseObject, textIn } from './json.ts';

const MAX_FRAME_BYTES = 131_072;

/** JSON that Digital Matter's server passes on over HTTP, in its older form and that of Edge devices. */
export const dmthttp: HttpProtocol = {
  kind: 'http',
  name: 'dmthttp',
  title: 'Digital Matter over HTTP',
  defaultPort: 5139,
  maxFrameBytes: MAX_FRAME_BYTES,
  decode: (request) => answered(() => read(request.body)),
};

const MAX_RECORDS = 500;
/** The limit of attributes per record: real ones have fewer, and a body of garbage could contain thousands. */
const MAX_ATTRIBUTES = 64;
/** The format of a time, whether or not it exists. */
const MOMENT = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/;
/** Kinds of fields, as in the binary protocol. */
const FIELD = { place: 0, switches: 2, analogs: 6 } as const;
/** Counters of an Edge device: thousandths of volts, hundredths of percent. */
const [BATTERY_MV, BATTERY_LEVEL] = [0, 1];

/** Source: Traccar's public decoder; the meanings are those of the binary protocol. Throws `RequestFault`. */
function read(body: string): Pick<HttpDecoded, 'identities' | 'messages'> {
  const json = parseObject(body);
  if (isObject(json.device)) {
    return { identities: [checkIdentity('device.imei', textIn(json.device, 'imei'))], messages: [edge(json)] };
  }
  const identities = [checkIdentity('IMEI', textIn(json, 'IMEI'))];
  const records = objectsIn(json.Records);
  if (records.length === 0) throw new RequestFault('there are no Records');
  if (records.length > MAX_RECORDS) throw new RequestFault(`more than ${MAX_RECORDS} Records`);
  return { identities, messages: records.map(record) };
}

/**
 * Returns a time, or null if the clock was never set or the time is impossible, such as the year 1: sending it once
 * more would not help.
 */
function timeAt(json: Json, name: string): Date | null {
  const text = textIn(json, name);
  try {
    const time = readTime(name, text);
    return time.getTime() <= EPOCH_MS ? null : time;
  } catch (error) {
    if (MOMENT.test(text)) return null;
    throw error;
  }
}

const isFull = (attributes: Attributes) => Object.keys(attributes).length >= MAX_ATTRIBUTES;

function record(json: Json): Message {
  const event = numberAt(json, 'Reason');
  const attributes: Attributes = { event };
  const alarms = new Set<AlarmCode>();
  const ofEvent = ALARMS[event];
  if (ofEvent !== undefined) alarms.add(ofEvent);
  let fix: Fix | null = null;
  for (const field of objectsIn(json.Fields)) {
    const type = numberIn(field, 'FType');
    if (type === FIELD.place) fix = place(field, attributes);
    if (type === FIELD.analogs) setAnalogs(field.AnalogueData, attributes);
    if (type !== FIELD.switches) continue;
    setSwitches(attributes, numberAt(field, 'DIn'), numberAt(field, 'DOut'));
    for (const alarm of setState(attributes, numberAt(field, 'DevStat'))) alarms.add(alarm);
  }
  if (alarms.size > 0) attributes.alarm = [...alarms];
  return { kind: 'report', deviceTime: timeAt(json, 'DateUTC'), fix, attributes };
}

/**
 * Null if the receiver never had a fix, or reports impossible coordinates. The heading is not read: in some versions it
 * is the byte of the binary protocol, in steps of 2°, and it is unknown in which.
 */
function place(field: Json, attributes: Attributes): Fix | null {
  const time = timeAt(field, 'GpsUTC');
  if (time === null) return null;
  const accuracyM = numberIn(field, 'PosAcc');
  if (accuracyM !== undefined) attributes.accuracyM = accuracyM;
  const valid = (numberIn(field, 'GpsStat') ?? 0) > 0;
  const [lat, lon, altitudeM] = [numberAt(field, 'Lat'), numberAt(field, 'Long'), numberIn(field, 'Alt') ?? null];
  const speedKph = (numberIn(field, 'Spd') ?? 0) * CM_PER_S_KPH;
  return unlessBad(() => fixUnlessNowhere({ time, valid, lat, lon, altitudeM, speedKph }));
}

/** Numbers and their values. */
function setAnalogs(data: unknown, attributes: Attributes): void {
  if (!isObject(data)) return;
  for (const number of Object.keys(data)) {
    if (isFull(attributes)) return;
    const value = /^\d{1,3}$/.test(number) ? numberIn(data, number) : undefined;
    if (value !== undefined) setAnalog(attributes, Number(number), value);
  }
}

function edge(json: Json): Message {
  const deviceTime = timeAt(json, 'date');
  const attributes: Attributes = { event: numberAt(json, 'reason') };
  const [inputs, status] = [numberIn(json, 'inputs'), numberIn(json, 'status')];
  if (inputs !== undefined) setSwitches(attributes, inputs, numberIn(json, 'outputs'));
  // Its bits differ from those of other devices, and their meaning is unknown.
  if (status !== undefined) attributes.status = status;
  const setAll = (all: unknown, set: typeof setCounter) => {
    for (const one of objectsIn(all)) {
      if (isFull(attributes)) return;
      setNumbered(one, (id, value) => set(attributes, id, value));
    }
  };
  setAll(json.analogues, setAnalog);
  setAll(json.counters, setCounter);
  return { kind: 'report', deviceTime, fix: edgePlace(json, deviceTime, attributes), attributes };
}

function setNumbered(json: Json, set: (id: number, value: number) => void): void {
  const [id, value] = [numberIn(json, 'id'), numberIn(json, 'val')];
  if (id !== undefined && value !== undefined && Number.isInteger(id) && id >= 0 && id < 256) set(id, value);
}

function setCounter(attributes: Attributes, id: number, value: number): void {
  if (id === BATTERY_MV) attributes.batteryV = value / 1000;
  else if (id === BATTERY_LEVEL) attributes.batteryPercent = value / 100;
  else attributes[`counter${id}`] = value;
}

const isMissing = (value: unknown) => value === undefined || value === null;

/** By satellites, cells or networks; null if no position was found. */
function edgePlace(json: Json, time: Date | null, attributes: Attributes): Fix | null {
  if (time === null || isMissing(json.lat) || isMissing(json.lng)) return null;
  const accuracyM = numberIn(json, 'posAcc');
  if (accuracyM !== undefined) attributes.accuracyM = accuracyM;
  const [lat, lon] = [numberAt(json, 'lat'), numberAt(json, 'lng')];
  return fixIfAny({ time, valid: true, lat, lon });
}
