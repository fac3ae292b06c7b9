import { unlessUnreadable } from '../tools/bad-frame.ts';
import type { ByteReader } from '../tools/bytes.ts';
import type { AlarmCode, Attributes } from '../types.ts';

export type Reported = Attributes & { alarms: AlarmCode[] };
export type Read = (value: ByteReader, reported: Reported, length: number) => void;

/**
 * Reads the next bytes as if there were no others, and goes on after them, also where they are too few: that costs them
 * alone. A reader for each would cost as much again.
 */
export function within(body: ByteReader, length: number, read: () => void): void {
  const { end } = body;
  const next = body.offset + length;
  body.end = next;
  unlessUnreadable(read);
  body.end = end;
  body.offset = next;
}

/** A number of one to four bytes, divided. */
export const number =
  (name: string, divisor = 1): Read =>
  (value, reported, length) => {
    if (length >= 1 && length <= 4) reported[name] = value.readUint(length) / divisor;
  };

/** A number of exactly so many bytes, divided: with another length the number means something else. */
export const numberOf =
  (bytes: number, name: string, divisor = 1): Read =>
  (value, reported, length) => {
    if (length === bytes) reported[name] = value.readUint(bytes) / divisor;
  };

/** A text of printable ASCII; makers fill it up with zeros or blanks. */
export const text =
  (name: string): Read =>
  (value, reported, length) => {
    const content = value.text(length).replaceAll('\0', ' ').trim();
    if (/^[\x21-\x7e]+$/.test(content)) reported[name] = content;
  };

/** A byte of degrees above -40. */
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
