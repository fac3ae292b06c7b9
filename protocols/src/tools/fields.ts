import { BadFrame } from './bad-frame.ts';
import { onOff } from './switches.ts';

const BLANK = 0x20;
const POINT = 0x2e;
/**
 * Numbers with this many digits are exact, as are the powers of ten that divide them: the quotient is the nearest
 * possible.
 */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/**
 * Returns the number in `text[from, to)`: an optional sign, digits, and an optional point among or beside them, with
 * surrounding blanks. Undefined for anything else, and for more digits than a number can have.
 */
function decimalIn(text: string, from: number, to: number): number | undefined {
  while (from < to && text.charCodeAt(from) === BLANK) from += 1;
  while (to > from && text.charCodeAt(to - 1) === BLANK) to -= 1;
  const begin = from;
  const sign = text.charCodeAt(from);
  if (from < to && (sign === 0x2b || sign === 0x2d)) from += 1;
  let [value, digits, point] = [0, 0, -1];
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) {
      digits += 1;
      value = value * 10 + code - 0x30;
    } else if (code === POINT && point < 0) point = at;
    else return undefined;
  }
  if (digits === 0) return undefined;
  if (digits > EXACT_DIGITS) {
    const nearest = Number(text.slice(begin, to));
    return Number.isFinite(nearest) ? nearest : undefined;
  }
  const size = point < 0 ? value : value / (POWERS[to - point - 1] ?? 1);
  return sign === 0x2d ? -size : size;
}

/** Returns the number of hexadecimal digits, at most 13 of them (52 bits); undefined for any other text. */
export function hexadecimalIfAny(text: string | undefined): number | undefined {
  if (text === undefined || text.length === 0 || text.length > 13) return undefined;
  let value = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Upper-case and lower-case letters differ only in one bit.
    const digit = code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57;
    if (digit < 0 || digit > 15 || (code > 0x39 && digit < 10)) return undefined;
    value = value * 16 + digit;
  }
  return value;
}

const HEXADECIMAL = /^\s*[0-9a-fA-F]+\s*$/;

/** Returns the decimal number in a text, surrounding spaces allowed; undefined if it is not one. */
export const decimalIfAny = (text: string): number | undefined => decimalIn(text, 0, text.length);

/** Returns the decimal number in a text, surrounding spaces allowed. Throws BadFrame if it is not one. */
export function decimal(text: string): number {
  const value = decimalIn(text, 0, text.length);
  if (value === undefined) throw new BadFrame(`"${text}" is no number`);
  return value;
}

/** Returns the hexadecimal number in a text, exact up to 53 bits. Throws BadFrame if it is not one. */
export function hexadecimal(text: string): number {
  const value = hexadecimalIfAny(text);
  if (value !== undefined) return value;
  const nearest = HEXADECIMAL.test(text) ? Number.parseInt(text, 16) : Number.NaN;
  if (!Number.isFinite(nearest)) throw new BadFrame(`"${text}" is no hexadecimal number`);
  return nearest;
}

/** A cursor over the fields of a text frame. Every read advances it; a read past the end throws BadFrame. */
export class Fields {
  readonly #text: string;
  readonly #separator: string;
  /** Where each field begins, and where one after the last would begin. */
  readonly #starts: number[] = [0];
  /** Index of the field for the next read, from 0. */
  at = 0;

  constructor(text: string, separator = ',') {
    this.#text = text;
    this.#separator = separator;
    const { length } = separator;
    for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + length)) {
      this.#starts.push(at + length);
    }
    this.#starts.push(text.length + length);
  }

  get #count(): number {
    return this.#starts.length - 1;
  }

  get left(): number {
    return this.#count - this.at;
  }

  /** The field `ahead` of the cursor without moving, or undefined beyond the ends. */
  peek(ahead = 0): string | undefined {
    return this.field(this.at + ahead);
  }

  skip(count = 1): void {
    this.at += count;
  }

  text(): string {
    const field = this.field(this.at);
    if (field === undefined) throw this.#ends();
    this.at += 1;
    return field;
  }

  number(): number {
    const { at } = this;
    const [start, next] = [this.#starts[at], this.#starts[at + 1]];
    if (start === undefined || next === undefined) throw this.#ends();
    this.at += 1;
    const value = decimalIn(this.#text, start, next - this.#separator.length);
    if (value === undefined) throw new BadFrame(`"${this.field(at)}" is no number`);
    return value;
  }

  /**
   * The decimal number of the next field; NaN if it is missing or not a number. NaN costs no more than itself:
   * `fixIfAny` and `decodeOrFault` leave it out.
   */
  value(): number {
    return this.numberIfAny() ?? Number.NaN;
  }

  /** The hexadecimal number of the next field; NaN if it is missing or not a number, as above. */
  hexValue(): number {
    return this.hexIfAny() ?? Number.NaN;
  }

  #ends(): BadFrame {
    return new BadFrame(`the frame ends before field ${this.at + 1}`);
  }

  /**
   * The decimal number of the next field; undefined if it is missing or not a number: the rest of the frame is kept.
   */
  numberIfAny(): number | undefined {
    return this.left > 0 ? this.decimalAt(this.at++) : undefined;
  }

  /** The hexadecimal number of the next field; undefined if it is missing or not a number. */
  hexIfAny(): number | undefined {
    return hexadecimalIfAny(this.textIfAny().trim());
  }

  /** The next field; an empty text if it is missing. */
  textIfAny(): string {
    return this.left > 0 ? this.text() : '';
  }

  /** Whether the next field is on (1) or off (0); undefined if it is neither or missing. */
  switchIfAny(): boolean | undefined {
    return this.left > 0 ? onOff(this.text()) : undefined;
  }

  hex(): number {
    return hexadecimal(this.text());
  }

  /** All fields from here to the end, or to before field `end`, unchanged. */
  rest(end = this.#count): string {
    const [start, next] = [this.#starts[this.at], this.#starts[Math.min(end, this.#count)]];
    this.at = Math.max(this.at, end);
    return start === undefined || next === undefined ? '' : this.#text.slice(start, next - this.#separator.length);
  }

  /** Index of the first field from the cursor on that passes, counted from 0; -1 for none. */
  find(passes: (field: string, index: number) => boolean): number {
    for (let index = Math.max(0, this.at); index < this.#count; index += 1) {
      if (passes(this.field(index) ?? '', index)) return index;
    }
    return -1;
  }

  /** The decimal number in field `index`, wherever the cursor is; undefined if it is not one. */
  decimalAt(index: number): number | undefined {
    const [start, next] = [this.#starts[index], this.#starts[index + 1]];
    if (start === undefined || next === undefined) return undefined;
    return decimalIn(this.#text, start, next - this.#separator.length);
  }

  /** The first fields, wherever the cursor is. */
  texts(most: number): string[] {
    return Array.from({ length: Math.min(most, this.#count) }, (_, index) => this.field(index) ?? '');
  }

  /** Field `index` counted from 0, wherever the cursor is. */
  field(index: number): string | undefined {
    const [start, next] = [this.#starts[index], this.#starts[index + 1]];
    return start === undefined || next === undefined
      ? undefined
      : this.#text.slice(start, next - this.#separator.length);
  }
}
