import { Fields, hexadecimal, hexadecimalIfAny } from '../tools/fields.ts';
import { timedWithZeros, timeIfAny } from '../tools/fix.ts';
import { asciiBytes } from '../tools/text.ts';
import { dayFirst, degreesMinutesIfAny, KNOT_KPH } from '../tools/units.ts';
import type { Attributes, Decoded, Message, Reply } from '../types.ts';
import { BadFrame, NOTHING_DECODED, UnknownType } from '../tools/bad-frame.ts';
import { statusOf } from './status.ts';

const DAY = /^\d{6}$/;
/** The type with which messages of scooter locks begin; they continue like H02 but are not. */
const LOCK = /^[A-Z]{3}R$/;
const STATUS = /^[0-9a-fA-F]{8}$/;

/** A frame "*HQ,identity,type,…#", as received. */
export function decodeText(text: string): Decoded {
  const end = text.indexOf('#');
  const fields = new Fields(text.slice(1, end < 0 ? text.length : end));
  const maker = fields.text();
  if (LOCK.test(maker)) throw new BadFrame('a message of a lock (XRB28)');
  const identity = fields.text();
  const type = fields.left > 0 ? fields.text() : '';
  const decoded: Decoded = { ...NOTHING_DECODED, identities: identity === '' ? [] : [identity] };
  const one = (message: Message, replies: Reply[] = []): Decoded => ({ ...decoded, messages: [message], replies });
  switch (type) {
    // The second form includes the battery percentage.
    case 'V0':
    case 'HTBT':
      return one(heartbeat(null, { batteryPercent: fields.numberIfAny() }), [answer(`*${maker},${identity},${type}#`)]);
    case 'SMS':
      return one({ kind: 'reply', deviceTime: null, fix: null, attributes: {}, text: fields.rest() });
    case 'LINK':
      return one(link(fields));
    case 'NBR':
    case 'V3':
      return one(state(fields));
    default: {
      const message = position(fields);
      if (message === null) throw new UnknownType(type, decoded.identities);
      return one(message);
    }
  }
}

const answer = (text: string): Reply => ({ when: 'now', bytes: asciiBytes(text) });

const heartbeat = (deviceTime: Date | null, attributes: Attributes): Message => ({
  kind: 'heartbeat',
  deviceTime,
  fix: null,
  attributes,
});

/**
 * Reads these fields in order: time, signal, satellites, battery in percent, steps, turnovers, date, vehicle state.
 */
function link(fields: Fields): Message {
  const clock = fields.text();
  const [rssi, satellites, batteryPercent] = [fields.numberIfAny(), fields.numberIfAny(), fields.numberIfAny()];
  const steps = fields.numberIfAny();
  fields.skip();
  const day = fields.left > 0 ? fields.text() : '';
  const status = hexadecimalIfAny(fields.peek());
  return heartbeat(
    timeIfAny(() => dayFirst(day, clock)),
    { rssi, satellites, batteryPercent, steps, ...(status !== undefined && statusOf(status)) },
  );
}

/** Reads these fields in order: surrounding cells, followed by the date and the vehicle's state. */
function state(fields: Fields): Message {
  const status = fields.find((field, index) => STATUS.test(field) && DAY.test(fields.field(index - 1) ?? ''));
  return heartbeat(null, status < 0 ? {} : statusOf(hexadecimal(fields.field(status) ?? '')));
}

/**
 * Reads any message with a fix: [reply to a command …] [hhmmss] A|V|0|1|B latitude N|S longitude E|W speed in knots,
 * course, ddmmyy, vehicle state, then the model's additions. Null if it has none of these.
 */
function position(fields: Fields): Message | null {
  const validAt = fields.find(
    (field, index) => /^[AVB01]?$/.test(field) && /^[NS]$/.test(fields.field(index + 2) ?? ''),
  );
  if (validAt < 0) return null;
  const clock = validAt > fields.at ? (fields.field(validAt - 1) ?? '') : '000000';
  const text = fields.rest(Math.max(fields.at, validAt - 1));
  fields.at = validAt;
  const validity = fields.text();
  const [lat, north, lon, east] = [fields.text(), fields.text(), fields.text(), fields.text()];
  const speedKph = (fields.numberIfAny() ?? 0) * KNOT_KPH;
  const courseDeg = fields.numberIfAny();
  // Some models send one more field before the date.
  if (!DAY.test(fields.peek() ?? '') && DAY.test(fields.peek(1) ?? '')) fields.skip();
  const day = fields.left > 0 ? fields.text() : '';
  const attributes = tail(fields);
  const reply = text === '' ? {} : { text };
  const kind = text === '' ? 'report' : 'reply';
  if (lat === '' || lon === '' || day === '') return { ...heartbeat(null, attributes), ...reply };
  const { altitudeM, ...rest } = attributes;
  const place = {
    valid: validity !== 'V',
    lat: degreesMinutesIfAny(lat, north),
    lon: degreesMinutesIfAny(lon, east),
    altitudeM: typeof altitudeM === 'number' ? altitudeM : null,
    speedKph,
    courseDeg,
  };
  const time = timeIfAny(() => dayFirst(day, clock));
  return { kind, ...timedWithZeros(time, place), attributes: rest, ...reply };
}

/**
 * Reads these fields in order: the vehicle's state, and in some models odometer in metres, temperature, fuel in
 * percent, altitude.
 */
function tail(fields: Fields): Attributes {
  const status = fields.peek();
  if (status === undefined || !STATUS.test(status)) return {};
  fields.skip();
  const attributes = statusOf(hexadecimal(status));
  const fuel = fields.peek(2);
  if (fields.left < 6 || fuel === undefined || !fuel.includes('.')) return attributes;
  return {
    ...attributes,
    odometerM: fields.numberIfAny(),
    temperature1C: fields.numberIfAny(),
    fuelPercent: fields.numberIfAny(),
    altitudeM: fields.numberIfAny(),
  };
}
