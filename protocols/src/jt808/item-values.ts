import { unlessUnreadable } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import type { AlarmCode, Attributes } from '../types.ts';

export type Reported = Attributes & { alarms: AlarmCode[] };
export type Read = (value: ByteReader, reported: Reported, length: number) => void;

/**
 * Limits reading to the next bytes, and continues after them even if they were too few: that costs them alone. A
 * separate reader for each would double the cost.
 */
export function readWithin(body: ByteReader, length: number, read: () => void): void {
  const { end } = body;
  const next = body.offset + length;
  body.end = next;
  unlessUnreadable(read);
  body.end = end;
  body.offset = next;
}

/** Reads a number of one to four bytes, divided. */
export const number =
  (name: string, divisor = 1): Read =>
  (value, reported, length) => {
    if (length >= 1 && length <= 4) reported[name] = value.readUint(length) / divisor;
  };

/** Reads a number of exactly this size, divided: with another size it has a different meaning. */
export const numberOf =
  (bytes: number, name: string, divisor = 1): Read =>
  (value, reported, length) => {
    if (length === bytes) reported[name] = value.readUint(bytes) / divisor;
  };

/** Reads a text of printable ASCII; makers pad it with zeros or blanks. */
export const text =
  (name: string): Read =>
  (value, reported, length) => {
    const content = value.text(length).replaceAll('\0', ' ').trim();
    if (/^[\x21-\x7e]+$/.test(content)) reported[name] = content;
  };

/** Reads a byte of degrees from -40 on. */
export const degreesC =
  (name: string): Read =>
  (value, reported, length) => {
    if (length === 1) reported[name] = value.u8() - 40;
  };

/** Stands for a charging battery instead of a percentage. */
const CHARGED = 0xff;

export const percent: Read = (value, reported) => {
  const share = value.u8();
  if (share <= 100) reported.batteryPercent = share;
  else if (share === CHARGED) reported.charging = true;
};
