import { twoDigits } from './time.ts';

/** The zero digits of Arabic and Devanagari. */
const ZEROS = [0x0660, 0x06f0, 0x0966];

const latinDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** A typed time of day as `HH:MM`: "7", "730", "0730", "7:30", "7.30", "7h30"; '' for no text, null for anything else. */
export function readClock(text: string): string | null {
  const plain = latinDigits(text).trim();
  if (plain === '') return '';
  const parts = /^(\d{1,2})\s*[:.h]\s*(\d{2})?$/i.exec(plain) ?? /^(\d{1,2})(\d{2})?$/.exec(plain);
  if (!parts) return null;
  const [hour, minute] = [Number(parts[1]), Number(parts[2] ?? 0)];
  return hour > 23 || minute > 59 ? null : `${twoDigits(hour)}:${twoDigits(minute)}`;
}
