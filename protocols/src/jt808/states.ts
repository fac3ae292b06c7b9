import type { ByteReader } from '../tools/bytes.ts';
import { timed, timeIfAny } from '../tools/fix.ts';
import type { Attributes, Message } from '../types.ts';
import { beijingTime } from './location.ts';

/** Reads a heartbeat of some makers: percent of the battery and signal, then a state. */
export function batteryOf(body: ByteReader): Attributes {
  if (body.remaining < 3) return {};
  const [percent, rssi] = [body.u8(), body.u8()];
  return { ...(percent <= 100 && { batteryPercent: percent }), rssi };
}

/** Bytes before the SIM card's number (JT/T 808, table 20): kind, maker, model, own number; longer ones since 2019. */
const BEFORE_CARD = 2 + 5 + 20 + 7;
const BEFORE_CARD_2019 = 2 + 11 + 30 + 30;
const CARD_BYTES = 10;

/** Message 0x0107. */
export function propertiesOf(body: ByteReader, version: number | null): Attributes {
  const before = version === null ? BEFORE_CARD : BEFORE_CARD_2019;
  if (body.remaining < before + CARD_BYTES) return {};
  body.skip(before);
  const card = body.hex(CARD_BYTES);
  return /^\d+$/.test(card) ? { iccid: card } : {};
}

/** Year in two bytes, month, day, hour, minute, second, and 0 for done: UTC. */
export const clockOf = (now: Date): number[] => [
  now.getUTCFullYear() >> 8,
  now.getUTCFullYear() & 0xff,
  now.getUTCMonth() + 1,
  now.getUTCDate(),
  now.getUTCHours(),
  now.getUTCMinutes(),
  now.getUTCSeconds(),
  0,
];

const [INSERTED, READ] = [1, 0];
/** The number of the driver's licence. */
const LICENCE_BYTES = 20;

/**
 * Reads these fields in order: message 0x0702: 1 for an inserted card, 2 for a removed one, time, whether it could be
 * read, name, licence, and more.
 */
export function driverReport(body: ByteReader): Message {
  const state = body.u8();
  const moment = body.hex(6);
  const time = timeIfAny(() => beijingTime(moment));
  const attributes: Attributes = { driverCard: state === INSERTED };
  if (state === INSERTED && body.remaining > 1 && body.u8() === READ) {
    const name = body.take(Math.min(body.u8(), body.remaining));
    attributes.driver = new TextDecoder('gbk').decode(name).replaceAll('\0', '').trim();
    const licence = body.text(Math.min(LICENCE_BYTES, body.remaining)).replaceAll('\0', '').trim();
    if (/^[\x21-\x7e]+$/.test(licence)) attributes.driverTag = licence;
  }
  return { kind: 'report', ...timed(time, null), attributes };
}
