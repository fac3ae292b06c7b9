import { BadFrame } from '../tools/bad-frame.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { decimal, Fields, hexadecimal } from '../tools/fields.ts';
import { fixOf } from '../tools/fix.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { atTimeOfDay, clockMs, dayFirst } from '../tools/units.ts';
import type { Attributes, Decoded, Decoder, Fix, Message, StreamProtocol } from '../types.ts';

/**
 * Layout and answers: the maker's pages "Freematics Hub API" and "Freematics data logging format", and its open-source
 * firmware (telelogger), which shows which answer it expects, and that its checksum is a sum preceded by "*".
 */
const EVENT = { login: 1, acknowledged: 6 } as const;
/** Numbers that the server assigns in the answer to a login; older firmware identifies itself by them. */
const FEED = /^[0-9A-F]{1,4}$/;
const NAME = /^[\w-]{5,40}$/;

/** Numbers of values, hexadecimal, as they appear in a message. */
const VALUE = {
  timestamp: 0x00,
  lat: 0x0a,
  lon: 0x0b,
  altitude: 0x0c,
  kph: 0x0d,
  course: 0x0e,
  satellites: 0x0f,
  clock: 0x10,
  day: 0x11,
  volts: 0x24,
  signal: 0x81,
} as const;
/** Above this, numbers are those of the vehicle's diagnosis (SAE J1979, service 01), in its units. */
const DIAGNOSIS: Readonly<Record<number, string>> = {
  0x104: 'engineLoadPercent',
  0x105: 'coolantTemperatureC',
  0x10c: 'engineRpm',
  0x10d: 'obdSpeedKph',
  0x111: 'throttlePercent',
  0x12f: 'fuelPercent',
};

/** Creates a decoder for one connection; `now` determines the date for a time without one. No commands are known. */
export const newFreematicsDecoder = (now: () => Date = () => new Date()): Decoder => newDecoder(now, true);

/** For captures, which may have been anonymised: wrong checksums are accepted. */
export const newFreematicsInspector = (): Decoder => newDecoder(() => new Date(), false);

const newDecoder = (now: () => Date, checksSum: boolean): Decoder =>
  newConversation((frame) => {
    const text = textOf(frame).trim();
    const [name, star] = [text.indexOf('#'), text.lastIndexOf('*')];
    if (name < 1 || star < name) throw new BadFrame('no message of Freematics');
    if (checksSum && hexadecimal(text.slice(star + 1)) !== sum(text.slice(0, star)))
      throw new BadFrame('the checksum is wrong');
    const who = text.slice(0, name);
    const content = new Fields(text.slice(name + 1, star));
    if (content.peek()?.startsWith('EV=')) return event(content);
    return { identities: isName(who) ? [who] : [], messages: values(content, now()), replies: [] };
  });

const isName = (text: string) => NAME.test(text) && !FEED.test(text);

const sum = (text: string): number => {
  let all = 0;
  for (let at = 0; at < text.length; at += 1) all += text.charCodeAt(at);
  return all & 0xff;
};

/** Reads names and values: the event, the device's uptime, its identity or the vehicle's, signal, … */
function event(fields: Fields): Decoded {
  const decoded: Record<string, string> = {};
  while (fields.left > 0) {
    const pair = fields.text();
    const at = pair.indexOf('=');
    if (at > 0) decoded[pair.slice(0, at)] = pair.slice(at + 1);
  }
  const { EV = '', TS = '0', ID = '', VIN = '', SSI = '' } = decoded;
  const code = hexadecimal(EV);
  const identity = isName(ID) ? ID : VIN;
  if (!isName(identity)) throw new BadFrame('an event of nobody');
  const attributes: Attributes = SSI === '' ? {} : { rssi: decimal(SSI) };
  const message = bareMessage(code === EVENT.login ? 'login' : 'heartbeat', attributes);
  if (code === EVENT.acknowledged) return decodedFrom([identity], message);
  const answer = `1#EV=${code},RX=1,TS=${decimal(TS)}`;
  const bytes = asciiBytes(`${answer}*${sum(answer).toString(16).toUpperCase()}`);
  return decodedFrom([identity], message, [{ when: 'now', bytes }]);
}

interface Collected {
  place: Partial<Pick<Fix, 'lat' | 'lon' | 'altitudeM' | 'speedKph' | 'courseDeg'>>;
  day: string;
  clock: string;
  attributes: Attributes;
}

/** Reads numbers and values; each timestamp begins the values of another time. */
function values(fields: Fields, now: Date): Message[] {
  const messages: Message[] = [];
  let current: Collected | null = null;
  while (fields.left > 0) {
    const pair = fields.text();
    const at = Math.max(pair.indexOf(':'), pair.indexOf('='));
    if (at < 1) throw new BadFrame(`"${pair}" is no number and value`);
    const number = hexadecimal(pair.slice(0, at));
    if (number === VALUE.timestamp || current === null) {
      if (current !== null) messages.push(messageOf(current, now));
      current = { place: {}, day: '', clock: '', attributes: {} };
    }
    take(current, number, pair.slice(at + 1));
  }
  if (current !== null) messages.push(messageOf(current, now));
  return messages.filter(({ fix, attributes }) => fix !== null || Object.keys(attributes).length > 0);
}

function take(current: Collected, number: number, value: string): void {
  const { place, attributes } = current;
  switch (number) {
    case VALUE.lat:
      place.lat = decimal(value);
      break;
    case VALUE.lon:
      place.lon = decimal(value);
      break;
    case VALUE.altitude:
      place.altitudeM = decimal(value);
      break;
    case VALUE.kph:
      place.speedKph = decimal(value);
      break;
    case VALUE.course:
      place.courseDeg = decimal(value);
      break;
    case VALUE.satellites:
      attributes.satellites = decimal(value);
      break;
    case VALUE.clock:
      // Hours to hundredths; leading zeros are omitted.
      current.clock = value.padStart(8, '0');
      break;
    case VALUE.day:
      current.day = value.padStart(6, '0');
      break;
    case VALUE.volts:
      attributes.powerV = decimal(value) / 100;
      break;
    case VALUE.signal:
      attributes.rssi = decimal(value);
      break;
    default: {
      const name = DIAGNOSIS[number];
      if (name !== undefined) attributes[name] = decimal(value);
    }
  }
}

/** The receiver sends its coordinates only while it has a fix. */
function messageOf({ place, day, clock, attributes }: Collected, now: Date): Message {
  const { lat, lon } = place;
  if (lat === undefined || lon === undefined || clock === '') return reportOf(null, attributes);
  const hours = `${clock.slice(0, 6)}.${clock.slice(6)}`;
  const time = day === '' ? atTimeOfDay(clockMs(hours), now) : dayFirst(day, hours);
  return reportOf(fixOf({ ...place, time, valid: true, lat, lon }), attributes);
}

const MAX_FRAME_BYTES = 4096;

/** Freematics ONE and ONE+: text over UDP, with data of the receiver and of the vehicle's diagnosis. */
export const freematics: StreamProtocol = {
  kind: 'stream',
  name: 'freematics',
  title: 'Freematics (ONE, ONE+)',
  defaultPort: 5170,
  transports: ['udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES),
  newDecoder: () => newFreematicsDecoder(),
  newInspector: newFreematicsInspector,
};
