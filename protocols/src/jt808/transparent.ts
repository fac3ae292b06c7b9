import { unlessUnreadable } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import { timed, timedWithZeros, timeIfAny } from '../tools/fix.ts';
import type { AlarmCode, Attributes, Message } from '../types.ts';
import { sensedEvent, vehicleEvents } from './driving-alarms.ts';
import { engineText, vehicleValues } from './engine-items.ts';
import { beijingTime, coordinates, motion } from './location.ts';

/** Devices connected to the tracker, by the byte of the channel; channels not listed here carry text. */
const CHANNEL = { beacons: 0x53, samples: 0x54, vehicle: 0xf0, collision: 0xf3, places: 0xff } as const;

const bare = (attributes: Attributes): Message => ({ kind: 'report', deviceTime: null, fix: null, attributes });
const timeOf = (body: ByteReader): Date | null => {
  const moment = body.hex(6);
  return timeIfAny(() => beijingTime(moment));
};

/**
 * Message 0x0900, after the byte of its channel: the data of a device connected to the tracker, such as a card reader
 * or an adapter on the engine. Null for data of any other form.
 */
export function transparent(channel: number, body: ByteReader): Message[] | null {
  switch (channel) {
    case CHANNEL.vehicle:
      return vehicle(body);
    case CHANNEL.beacons:
    case CHANNEL.samples: {
      const { valid, lat, lon, attributes } = coordinates(body);
      const moving = motion(body);
      const placed = timedWithZeros(timeOf(body), { valid, lat, lon, ...moving });
      const samples = channel === CHANNEL.samples ? samplesOf(body) : [];
      if (channel === CHANNEL.beacons) unlessUnreadable(() => beacons(body, attributes));
      return [{ kind: 'report', ...placed, attributes }, ...samples];
    }
    case CHANNEL.places: {
      const time = timeOf(body);
      const [lat, lon] = [body.i32() / 1e6, body.i32() / 1e6];
      return [{ kind: 'report', ...timedWithZeros(time, { valid: true, lat, lon, ...motion(body) }), attributes: {} }];
    }
    case CHANNEL.collision:
      return collision(body);
    default: {
      const text = body.text(body.remaining);
      const attributes = card(text) ?? engineText(text);
      return attributes === null ? null : [bare(attributes)];
    }
  }
}

const MAX_BEACONS = 50;

/** Reads these fields in order: number of all messages, then for each its number, address, signal, length and data. */
function beacons(body: ByteReader, attributes: Attributes): void {
  body.skip(1);
  for (let left = MAX_BEACONS; left > 0 && body.remaining >= 9; left -= 1) {
    const tag = `tag${body.u8() + 1}`;
    attributes[`${tag}Id`] = body.hex(6);
    attributes[`${tag}Rssi`] = body.i8();
    body.skip(Math.min(body.u8(), body.remaining));
  }
}

const SAMPLE_HEAD_BYTES = 2 + 6;
const MAX_SAMPLES = 200;
const has = (bits: number, bit: number) => ((bits >>> bit) & 1) === 1;

/**
 * Reads these fields in order: the measurements since the last message, each with its time: light, climate, a second
 * thermometer, axes, pressure.
 */
function samplesOf(body: ByteReader): Message[] {
  const samples: Message[] = [];
  while (body.remaining >= SAMPLE_HEAD_BYTES && samples.length < MAX_SAMPLES) {
    const sample = unlessUnreadable(() => sampleOf(body));
    if (sample === null) break;
    samples.push(sample);
  }
  return samples;
}

function sampleOf(body: ByteReader): Message {
  const mask = body.u16();
  const time = timeOf(body);
  const attributes: Attributes = {};
  if (has(mask, 0)) attributes.light = body.u16();
  if (has(mask, 1)) {
    attributes.temperature1C = body.i16() / 10;
    attributes.humidityPercent = body.i16() / 10;
  }
  if (has(mask, 2)) attributes.temperature3C = body.i16() / 10;
  if (has(mask, 3)) body.skip(6);
  if (has(mask, 4)) attributes.airPressure = body.u16();
  return { ...bare(attributes), ...timed(time, null) };
}

/** "GTSL|6|1|0|tag|1|". */
function card(text: string): Attributes | null {
  const at = text.indexOf('GTSL|');
  const tag = at < 0 ? '' : (text.slice(at).split('|')[4] ?? '');
  return tag === '' ? null : { driverTag: tag };
}

/** Parts of a collision: number and length of two bytes each; its time, and the rest as received. */
const [COLLISION_TIME, COLLISION] = [0x0006, 0x0002];

function collision(body: ByteReader): Message[] {
  let time: Date | null = null;
  const attributes: Attributes = {};
  while (body.remaining >= 4) {
    const [part, length] = [body.u16(), body.u16()];
    const next = Math.min(body.end, body.offset + length);
    if (part === COLLISION_TIME && length >= 6) time = timeOf(body);
    if (part === COLLISION) attributes.alarm = ['accident'];
    body.skip(next - body.offset);
  }
  return [{ ...bare(attributes), ...timed(time, null) }];
}

/** Kinds of reports of the CAN bus adapter. */
const KIND = { values: 0x01, faults: 0x02, events: 0x03, trip: 0x04, vin: 0x0b, sensed: 0x15 } as const;

/**
 * Reads these fields in order: time, whether from memory, kind of vehicle, kind of report, the report, and in some the
 * position.
 */
function vehicle(body: ByteReader): Message[] | null {
  const time = timeOf(body);
  const attributes: Attributes = body.u8() > 0 ? { archived: true } : {};
  body.skip(1);
  const placed = (more: Attributes): Message[] => {
    const { attributes: state, ...place } = coordinates(body);
    return [{ kind: 'report', ...timedWithZeros(time, place), attributes: { ...attributes, ...more, ...state } }];
  };
  const unplaced = (more: Attributes): Message[] => [{ ...bare({ ...attributes, ...more }), ...timed(time, null) }];
  switch (body.u8()) {
    case KIND.values:
      return placed(vehicleValues(body, body.u8()));
    case KIND.faults:
      return placed(faults(body));
    case KIND.events:
      return placed(raised(vehicleEvents(body, body.u8())));
    case KIND.trip:
      return unplaced(unlessUnreadable(() => trip(body)) ?? {});
    case KIND.vin:
      return unplaced(body.u8() > 0 ? { vin: body.text(Math.min(17, body.remaining)) } : {});
    case KIND.sensed: {
      const event = body.u32();
      const alarm = sensedEvent(event);
      return unplaced(alarm === undefined ? { event } : { event, alarm: [alarm] });
    }
    default:
      return null;
  }
}

const TRIP_ENDED = 2;
/** From the start of a trip to its end: both times, both positions, and which of these are valid. */
const TRIP_PLACES_BYTES = 6 + 6 + 8 + 8 + 1;

/**
 * Reads these fields in order: its kind and number; for a finished trip the number and duration of idling, hundreds of
 * metres, hundredths of litres.
 */
function trip(body: ByteReader): Attributes {
  if (body.u8() !== TRIP_ENDED) return {};
  body.skip(4 + TRIP_PLACES_BYTES + 4);
  return { tripM: body.u16() * 100, tripFuelL: body.u16() / 100 };
}

const raised = (alarm: AlarmCode[]): Attributes => (alarm.length === 0 ? {} : { alarm });

/**
 * Reads these fields in order: number of systems; for each its number and its codes: two numbers of four bytes, and the
 * text with its length.
 */
function faults(body: ByteReader): Attributes {
  const codes: string[] = [];
  for (let systems = body.u16(); systems > 0; systems -= 1) {
    body.skip(4);
    for (let count = body.u16(); count > 0; count -= 1) {
      body.skip(8);
      codes.push(body.text(body.u16()).replaceAll('\0', '').trim());
    }
  }
  return codes.length === 0 ? {} : { faultCodes: codes.join(' ') };
}
