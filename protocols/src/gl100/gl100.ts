import { BadFrame } from '../tools/bad-frame.ts';
import { byWord } from '../tools/by-word.ts';
import { bareMessage, decodedFrom, newConversation, reportOf } from '../tools/conversation.ts';
import { Fields } from '../tools/fields.ts';
import { fixUnlessNowhere, timeIfAny } from '../tools/fix.ts';
import { isImei } from '../tools/imei.ts';
import { newTextFramer } from '../tools/text-framer.ts';
import { asciiBytes, textOf } from '../tools/text.ts';
import { wholeMoment } from '../tools/units.ts';
import type { AlarmCode, Attributes, Decoded, Message, StreamProtocol } from '../types.ts';

const MAX_FRAME_BYTES = 2048;

/** The first @Track protocol of Queclink (GL100, GT300): text that ends with a zero, over TCP and UDP. */
export const gl100: StreamProtocol = {
  kind: 'stream',
  name: 'gl100',
  title: '@Track of the GL100 (Queclink)',
  defaultPort: 5003,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  newFramer: () => newTextFramer(MAX_FRAME_BYTES, '\0'),
  newDecoder: () => newConversation(read),
};

const REPORT = /^\+RESP:GT([A-Z]{3})$/;
const HEARTBEAT = 'AT+GTHBD=HeartBeat';
const ANSWER = /^\+ACK:(GT[A-Z]{3})$/;
/** Fields between the number of positions and the first one. */
const BEFORE_PLACE = 2;
/** Cell and a reserved field after the time of a position. */
const BEHIND_TIME = 5;
/** Indexes of longitude and time, counted from the first field of a position. */
const [LONGITUDE_AT, TIME_AT] = [5, 7];
const MOMENT = /^\d{14}$/;

/** The side of a geofence on which it is now. */
const SIDES: ReadonlyMap<string, AlarmCode> = new Map([
  ['0', 'geofenceExit'],
  ['1', 'geofenceEnter'],
]);

/** Events without coordinates, by the manual (3.3.5). */
const EVENTS: Readonly<Record<string, Attributes>> = byWord<Attributes>({
  PNA: { alarm: ['powerOn'] },
  PFA: { alarm: ['powerOff'] },
  PLA: { alarm: ['lowBattery'] },
  BTC: { charging: true },
  STC: { charging: false },
});

/**
 * Reads these fields in order: header, IMEI, and the content by header; the number of the message and the version last.
 * By the manual, version 4.00.
 */
function read(frame: Uint8Array): Decoded {
  const fields = new Fields(textOf(frame).replaceAll('\0', ' ').trim());
  const head = fields.text();
  const identity = fields.text();
  if (!isImei(identity)) throw new BadFrame('a message of nobody');
  if (head === HEARTBEAT) return alive(identity, fields);
  const answered = ANSWER.exec(head)?.[1];
  if (answered !== undefined) {
    return decodedFrom([identity], { ...bareMessage('reply'), text: `${answered},${fields.rest()}` });
  }
  const type = REPORT.exec(head)?.[1];
  if (type === undefined) throw new BadFrame('no message of the GL100');
  return { identities: [identity], messages: reports(type, fields), replies: [] };
}

/** The timestamp and the number are echoed. */
function alive(identity: string, fields: Fields): Decoded {
  const [moment, number] = [fields.text(), fields.text()];
  const deviceTime = timeIfAny(() => wholeMoment(moment));
  const bytes = asciiBytes(`+RESP:GTHBD,GPRS ACTIVE,HeartBeat,${identity},${moment},${number}\0`);
  return decodedFrom([identity], { ...bareMessage('heartbeat'), deviceTime }, [{ when: 'now', bytes }]);
}

/** yyyymmddhhmmss; null if the clock was never set. */
function sentTime(fields: Fields): Date | null {
  const text = fields.textIfAny();
  return timeIfAny(() => wholeMoment(text));
}

function reports(type: string, fields: Fields): Message[] {
  const event = EVENTS[type];
  if (event !== undefined) return [reportOf(null, { ...event, event: type }, sentTime(fields))];
  if (type === 'INF') return [information(fields)];
  if (type === 'CBC') return [reportOf(null, { batteryPercent: fields.value() }, sentTime(fields))];
  if (type === 'LBC') {
    fields.skip();
    return [placeOf(fields, { event: type })];
  }
  return places(type, fields);
}

/**
 * Reads these fields in order: the number of positions, two fields whose meaning depends on the type, and the
 * positions.
 */
function places(type: string, fields: Fields): Message[] {
  const count = fields.value();
  const side = fields.peek(1);
  fields.skip(BEFORE_PLACE);
  const attributes: Attributes = { ...alarmOf(type, side), event: type };
  const messages = [placeOf(fields, attributes)];
  while (messages.length < count && fields.left > TIME_AT) {
    // Newer devices repeat the two fields before each position.
    if (!MOMENT.test(fields.peek(TIME_AT) ?? '')) fields.skip(BEFORE_PLACE);
    messages.push(placeOf(fields, { event: type }));
  }
  return messages;
}

function alarmOf(type: string, side: string | undefined): Attributes {
  if (type === 'SOS') return { alarm: ['sos'] };
  const alarm = type === 'GEO' ? SIDES.get(side ?? '') : undefined;
  return alarm === undefined ? {} : { alarm: [alarm] };
}

/** Reads these fields in order: 1 for a fix, km/h, course, metres, HDOP, longitude, latitude, yyyymmddhhmmss, cell. */
function placeOf(fields: Fields, attributes: Attributes): Message {
  const [longitude, latitude] = [fields.peek(LONGITUDE_AT), fields.peek(LONGITUDE_AT + 1)];
  // For a device that never had a fix, the reason for the report is still used.
  if (longitude === '' && latitude === '') {
    const sentAt = fields.peek(TIME_AT) ?? '';
    fields.skip(TIME_AT + 1 + BEHIND_TIME);
    return reportOf(
      null,
      attributes,
      timeIfAny(() => wholeMoment(sentAt)),
    );
  }
  const valid = fields.value() === 1;
  // The manual's own example has a negative one.
  const speedKph = Math.max(0, fields.value());
  const [courseDeg, altitudeM] = [fields.value(), fields.value()];
  fields.skip();
  const [lon, lat] = [fields.value(), fields.value()];
  const time = sentTime(fields);
  fields.skip(BEHIND_TIME);
  const fix = fixUnlessNowhere({ time, valid, lat, lon, altitudeM, speedKph, courseDeg });
  return reportOf(fix, attributes, time);
}

/**
 * Reads these fields in order: card, signal of 0 to 31 and 99 for none, errors, percent, charger, clock setting, zone,
 * summer time, time of sending.
 */
function information(fields: Fields): Message {
  const attributes: Attributes = { iccid: fields.text().slice(0, 20) };
  const rssi = fields.value();
  if (rssi <= 31) attributes.rssi = rssi;
  fields.skip();
  attributes.batteryPercent = fields.value();
  fields.skip(4);
  return reportOf(null, attributes, sentTime(fields));
}
