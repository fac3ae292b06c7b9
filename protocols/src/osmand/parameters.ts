/**
 * OsmAnd's and Traccar Client's parameters, in the query or in a form. Source: traccar.org/osmand. Apps whose address
 * is a template (GPSLogger, PhoneTrack) use them as well; those know the speed only in metres per second.
 */
import type { Attributes, Fix, Message } from '../types.ts';
import {
  checkIdentity,
  fixOf,
  optionalNumber,
  readNumber,
  readState,
  readTime,
  RequestFault,
  setAttribute,
} from '../tools/phone-values.ts';

const KPH_PER_KNOT = 1.852;
const KPH_PER_MPS = 3.6;
const MAX_NETWORKS = 16;
const LONGEST_NETWORK = 256;

/** Parameters that are not attributes. */
const TAKEN = new Set([
  'id',
  'deviceid',
  'timestamp',
  'lat',
  'lon',
  'location',
  'speed',
  'speedMps',
  'bearing',
  'heading',
  'altitude',
  'accuracy',
  'valid',
  'cell',
  'wifi',
  // A password that a server may demand besides the identity; not about the vehicle.
  'secret',
]);

type Parameters = Pick<URLSearchParams, 'get' | 'getAll' | 'entries'>;

/** Returns the identity from the parameters. */
export function readIdentity(parameters: Parameters): string {
  return checkIdentity('id', parameters.get('id') ?? parameters.get('deviceid'));
}

function readPlace(parameters: Parameters): { lat: number; lon: number } | null {
  const [lat, lon, more] = parameters.get('location')?.split(',') ?? [parameters.get('lat'), parameters.get('lon')];
  if (lat == null && lon == null) return null;
  if (lat == null) throw new RequestFault('lat is missing');
  if (lon == null) throw new RequestFault('lon is missing');
  if (more !== undefined) throw new RequestFault('location is not latitude,longitude');
  return { lat: readNumber('lat', lat), lon: readNumber('lon', lon) };
}

/** Knots, or metres per second under another name. */
function readSpeed(number: (name: string) => number | null): number {
  const knots = number('speed');
  return knots === null ? (number('speedMps') ?? 0) * KPH_PER_MPS : knots * KPH_PER_KNOT;
}

function readFix(parameters: Parameters, time: Date): Fix | null {
  const place = readPlace(parameters);
  if (place === null) return null;
  const number = (name: string): number | null => optionalNumber(parameters.get(name));
  const valid = parameters.get('valid');
  return fixOf({
    time,
    ...place,
    valid: valid === null || readState(valid) === true,
    altitudeM: number('altitude'),
    speedKph: readSpeed(number),
    courseDeg: number('bearing') ?? number('heading') ?? 0,
  });
}

/** Reads one report; `now` is its time if the parameters have none. Throws `RequestFault`. */
export function readParameters(parameters: Parameters, now: Date): Message {
  const timestamp = parameters.get('timestamp');
  const deviceTime = timestamp === null ? now : readTime('timestamp', timestamp);
  const fix = readFix(parameters, deviceTime);
  const attributes: Attributes = {};
  for (const [name, value] of parameters.entries()) if (!TAKEN.has(name)) setAttribute(attributes, name, value);
  const accuracyM = optionalNumber(parameters.get('accuracy'));
  if (accuracyM !== null) attributes.accuracyM = accuracyM;
  const networks = (name: string): string[] =>
    parameters
      .getAll(name)
      .slice(0, MAX_NETWORKS)
      .map((network) => network.slice(0, LONGEST_NETWORK));
  const cells = networks('cell');
  if (cells.length > 0) attributes.cells = cells;
  const wifi = networks('wifi');
  if (wifi.length > 0) attributes.wifi = wifi;
  const silent = fix === null && Object.keys(attributes).length === 0;
  return { kind: silent ? 'heartbeat' : 'report', deviceTime, fix, attributes };
}
