import { BadFrame, unlessBad } from './bad-frame.ts';
import { decimal, hexadecimal, type Fields } from './fields.ts';

/**
 * Reads the fields of a layout that is distinguished from others only by its fields. An empty field is left out, and so
 * is one that cannot be read. A second unreadable one means that the line belongs to another protocol: throws BadFrame.
 */
export interface SparingFields {
  /**
   * The next field as converted by `read`; undefined if it is empty or cannot be read. Throws BadFrame at the end of
   * the line.
   */
  next: <T>(read: (text: string) => T) => T | undefined;
  /** The next field as a decimal number; NaN if it is empty or cannot be read. */
  number: () => number;
  /** The next field as a hexadecimal number; NaN likewise. */
  hex: () => number;
  /** The next field as a time; null if it is empty, zeros of a clock that was never set, or cannot be read. */
  time: (read: (text: string) => Date) => Date | null;
}

const ONLY_ZEROS = /^[0\W]+$/;

export function allowOneUnreadable(fields: Fields): SparingFields {
  let isSpent = false;
  const next = <T>(read: (text: string) => T): T | undefined => {
    const text = fields.text().trim();
    if (text === '') return undefined;
    const value = unlessBad(() => read(text));
    if (value !== null) return value;
    if (isSpent) throw new BadFrame(`"${text.slice(0, 20)}" is the second field that cannot be read`);
    isSpent = true;
    return undefined;
  };
  return {
    next,
    number: () => next(decimal) ?? Number.NaN,
    hex: () => next(hexadecimal) ?? Number.NaN,
    time: (read) => next((text) => (ONLY_ZEROS.test(text) ? undefined : read(text))) ?? null,
  };
}

/** True when coordinates are possible, as far as they were read. */
export const isPlace = (lat: number, lon: number): boolean => !(Math.abs(lat) > 90) && !(Math.abs(lon) > 180);
