import { timeIfAny } from '../tools/fix.ts';
import { BadFrame } from '../tools/bad-frame.ts';
import { hexadecimalIfAny } from '../tools/fields.ts';

import type { Attributes, Decoded, Message, Reply } from '../types.ts';
import { meaningOf } from './alarms.ts';
import { canParts, engineReport } from './can.ts';
import { expandedTail } from './expanded.ts';
import { information } from './information.ts';
import { modelOf } from './models.ts';
import { isStamp, isWhole, type Place, placesOf, stamp } from './places.ts';
import { portableTail, signalTail, vehicleTail } from './tail.ts';

/** A text message: its type without "GT", its fields, and the indexes of some. */
interface Text {
  type: string;
  fields: readonly string[];
  model: string;
  /** Index of the field after the device's name and, if present, the vehicle's number. */
  first: number;
  /** Index of the field with the time of sending, which ends the content. */
  end: number;
}

/**
 * Devices of the first protocol end a message with this, including the count; later ones end with a time and the count.
 */
const FIRST_VERSION = /^[0-9A-Fa-f]{10}$/;
const VIN_DIGITS = 17;
const TYPE_LETTERS = 3;
/** Below this, the field is not the millivolts of the vehicle's battery. */
const MIN_MILLIVOLTS = 10;
/** Messages without kilometres, hours or a state after the position; the fields there differ by model. */
const WITHOUT_VEHICLE_TAIL: ReadonlySet<string> = new Set(['TEM', 'TMP', 'LSA', 'BAA', 'BID', 'OBD', 'CAN']);

/** Fifteen digits, or fourteen of a mobile equipment identifier. */
function isIdentity(text: string): boolean {
  return text.length === 15
    ? isWhole(text.slice(0, 8), 99_999_999) && isWhole(text.slice(8), 9_999_999)
    : /^[0-9A-F]{14}$/.test(text);
}

/** True when a field is a vehicle's number: seventeen capital letters and digits, with at least one digit. */
const isVin = (text: string | undefined): boolean =>
  text?.length === VIN_DIGITS && /^[0-9A-HJ-NPR-Z]{17}$/.test(text) && /\d/.test(text);

/** "+RESP:GTFRI,version,identity,name,…,time of sending,count$", and "+BUFF" from memory, and "+ACK" for replies. */
export function decodeText(text: string): { decoded: Decoded; model: string } {
  const fields = withoutEnd(text).split(',');
  const [head = '', version = ''] = fields;
  const colon = head.indexOf(':GT');
  if (colon < 0) throw new BadFrame('no message of Queclink');
  const at = isIdentity(version) ? 1 : 2;
  const identity = fields[at] ?? '';
  if (!isIdentity(identity)) throw new BadFrame(`"${identity}" is no identity`);
  // Devices of the first protocol have HDOP after the metres; otherwise the course would be read as the speed.
  if (at === 1 && fields.slice(-2).some((field) => FIRST_VERSION.test(field)))
    throw new BadFrame('a message of the first @Track protocol');
  const kind = head.slice(1, colon);
  const type = head.slice(colon + TYPE_LETTERS);
  const model = at === 1 ? '' : modelOf(version);
  const count = fields.at(-1) ?? '';
  const end = fields.length - 2;
  const sent = isStamp(fields[end]) ? timeIfAny(() => stamp(fields[end] ?? '')) : null;
  if (kind === 'ACK') {
    return { model, decoded: answerOf(type, { identity, version, count, sent, text: fields.slice(at + 1).join(',') }) };
  }
  const first = at + (isVin(fields[at + 1]) ? 3 : 2);
  const messages = reports({ type, fields, model, first, end: Math.max(end, first) }, sent);
  if (kind === 'BUFF') for (const { attributes } of messages) attributes.archived = true;
  return { model, decoded: { identities: [identity], messages, replies: acknowledgement('stored', count) } };
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text.charCodeAt(end - 1) <= 0x20 || text.charAt(end - 1) === '$')) end -= 1;
  return text.slice(0, end);
}

function isHexText(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const letter = code | 0x20;
    if (!((code >= 0x30 && code <= 0x39) || (letter >= 0x61 && letter <= 0x66))) return false;
  }
  return true;
}

/** The bytes of a short text; a text encoder takes ten times as long for it. */
function lettersOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** The acknowledgement that the device waits for if configured to ("SACK"); others ignore it. */
function acknowledgement(when: Reply['when'], count: string, before = ''): Reply[] {
  return count.length === 4 && isHexText(count) ? [{ when, bytes: lettersOf(`+SACK:${before}${count}$`) }] : [];
}

function answerOf(
  type: string,
  reported: { identity: string; version: string; count: string; sent: Date | null; text: string },
): Decoded {
  const { identity, version, count, sent, text } = reported;
  const message: Message = { kind: 'heartbeat', deviceTime: sent, fix: null, attributes: {} };
  if (type === 'HBD') {
    const safe = /^[0-9A-Za-z]{0,10}$/.test(version) ? version : '';
    return { identities: [identity], messages: [message], replies: acknowledgement('now', count, `GTHBD,${safe},`) };
  }
  return { identities: [identity], messages: [{ ...message, kind: 'reply', text: `GT${type},${text}` }], replies: [] };
}

function reports(text: Text, sent: Date | null): Message[] {
  const { type, fields, first, end } = text;
  const places = placesOf(fields, first, end);
  const last = places.at(-1);
  const attributes = attributesOf(text, last);
  if (type !== 'FRI' && type !== 'ERI') attributes.event = type;
  if (last === undefined) return [{ kind: 'report', deviceTime: sent, fix: null, attributes }];
  return places.map((place) => ({
    kind: 'report',
    deviceTime: sent,
    fix: type === 'CAN' && !place.fresh && place.fix !== null ? { ...place.fix, valid: false } : place.fix,
    attributes: place === last ? { ...place.attributes, ...attributes } : place.attributes,
  }));
}

function attributesOf(text: Text, place: Place | undefined): Attributes {
  const { type, fields, first, end } = text;
  if (type === 'INF') return information(fields, first, end);
  const code = fields[first + 1] ?? '';
  const number = code.length > 0 && code.length <= 2 && isHexText(code) ? Number.parseInt(code, 16) : -1;
  const reported: Attributes = meaningOf(type, number >> 4, number < 0 ? -1 : number & 0x0f, fields[first] ?? '');
  if (type === 'CAN') canParts(fields, first + 2, end, reported);
  else if (type === 'OBD') Object.assign(reported, engineReport(fields, first, place?.start ?? end));
  else if (type === 'ERI') expanded(text, place, reported);
  else others(text, place, reported);
  return reported;
}

/**
 * Reads these fields in order: a mask, millivolts of the vehicle's battery, reason for the report, number of positions,
 * the positions, and the fields of the mask.
 */
function expanded({ fields, first, end, model }: Text, place: Place | undefined, reported: Attributes): void {
  const mask = hexadecimalIfAny(fields[first]) ?? 0;
  if (isWhole(fields[first + 1], 99_999)) reported.powerV = Number(fields[first + 1]) / 1000;
  if (place === undefined || signalTail(fields, place.next, end, reported)) return;
  if (model === 'GL320M') {
    if (isWhole(fields[place.next], 100)) reported.batteryPercent = Number(fields[place.next]);
    return;
  }
  const next = vehicleTail(fields, place.next, end, reported);
  if (next >= 0) expandedTail(fields, next + 1, end, { mask, model, reported });
}

function others({ type, fields, first, end }: Text, place: Place | undefined, reported: Attributes): void {
  if (type === 'IDA') {
    const tag = fields[first + 1] ?? '';
    if (tag !== '') reported.driverTag = tag;
  } else if (type === 'LSW' || type === 'TSW') {
    reported[type === 'LSW' ? 'input1' : 'input2'] = fields[first + 1] === '1';
  } else if (type === 'LBS') {
    if (isWhole(fields[first + 2], 100)) reported.batteryPercent = Number(fields[first + 2]);
    return;
  } else if (type === 'STR' || type === 'CTN') {
    // The last field before the position.
    const percent = place === undefined ? '' : fields[place.start - 1];
    if (place !== undefined && place.start - first >= 5 && isWhole(percent, 100))
      reported.batteryPercent = Number(percent);
  } else if (type === 'FRI' || type === 'RTL') {
    const millivolts = fields[first];
    if (isWhole(millivolts, 99_999) && Number(millivolts) > MIN_MILLIVOLTS) reported.powerV = Number(millivolts) / 1000;
  }
  const vin = fields[first - 2];
  if (isVin(vin) && vin !== undefined) reported.vin = vin;
  if (place !== undefined && signalTail(fields, place.next, end, reported)) return;
  const next =
    place === undefined || WITHOUT_VEHICLE_TAIL.has(type) ? -1 : vehicleTail(fields, place.next, end, reported);
  if (next < 0) portableTail(fields, end, reported);
  // Rpm, consumption and fuel of vehicles whose engine it queries.
  else if (type === 'FRI') {
    if (isWhole(fields[next], 20_000)) reported.engineRpm = Number(fields[next]);
    if (isWhole(fields[next + 2], 100) && next + 2 < end) reported.fuelPercent = Number(fields[next + 2]);
  }
}
