import { BadFrame } from './bad-frame.ts';

const BLANK = 0x20;
const POINT = 0x2e;

/** Whether a text is a sign or none, digits, and a point or none among or beside them, with blanks around. */
function isDecimal(text: string): boolean {
  let [from, to] = [0, text.length];
  while (from < to && text.charCodeAt(from) === BLANK) from += 1;
  while (to > from && text.charCodeAt(to - 1) === BLANK) to -= 1;
  const sign = text.charCodeAt(from);
  if (sign === 0x2b || sign === 0x2d) from += 1;
  let [digits, points] = [0, 0];
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) digits += 1;
    else if (code === POINT) points += 1;
    else return false;
  }
  return digits > 0 && points <= 1;
}

/** The number that hexadecimal digits alone are, up to 13 of them (52 bits); undefined for any other text. */
export function hexadecimalIfAny(text: string | undefined): number | undefined {
  if (text === undefined || text.length === 0 || text.length > 13) return undefined;
  let value = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // A letter is the same with and without the bit that makes it small.
    const digit = code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57;
    if (digit < 0 || digit > 15 || (code > 0x39 && digit < 10)) return undefined;
    value = value * 16 + digit;
  }
  return value;
}

const HEXADECIMAL = /^\s*[0-9a-fA-F]+\s*$/;

/** The decimal number that a text is, spaces around it allowed. Throws BadFrame where it is none. */
export function decimal(text: string): number {
  if (!isDecimal(text)) throw new BadFrame(`"${text}" is no number`);
  return Number(text);
}

/** The hexadecimal number that a text is, up to 53 bits. Throws BadFrame where it is none. */
export function hexadecimal(text: string): number {
  const value = hexadecimalIfAny(text);
  if (value !== undefined) return value;
  if (!HEXADECIMAL.test(text)) throw new BadFrame(`"${text}" is no hexadecimal number`);
  return Number.parseInt(text, 16);
}

/** A cursor over the fields of a text frame. Every read moves on; a read past the end throws BadFrame. */
export class Fields {
  readonly #fields: readonly string[];
  /** Which field the next read takes, from 0. */
  at = 0;

  constructor(text: string, separator = ',') {
    this.#fields = text.split(separator);
  }

  get left(): number {
    return this.#fields.length - this.at;
  }

  /** The field `ahead` of the cursor without moving, or undefined beyond the ends. */
  peek(ahead = 0): string | undefined {
    return this.#fields[this.at + ahead];
  }

  skip(count = 1): void {
    this.at += count;
  }

  text(): string {
    const field = this.#fields[this.at];
    if (field === undefined) throw new BadFrame(`the frame ends before field ${this.at + 1}`);
    this.at += 1;
    return field;
  }

  number(): number {
    return decimal(this.text());
  }

  /** The number of the next field; undefined where it is empty or missing. */
  numberIfAny(): number | undefined {
    const field = this.left > 0 ? this.text() : '';
    return field === '' ? undefined : decimal(field);
  }

  hex(): number {
    return hexadecimal(this.text());
  }

  /** All fields from here to the end, or to before field `end`, joined as they came. */
  rest(end = this.#fields.length, separator = ','): string {
    const text = this.#fields.slice(this.at, end).join(separator);
    this.at = Math.max(this.at, end);
    return text;
  }

  /** The first field from the cursor on that passes, counted from 0; -1 where none does. */
  find(passes: (field: string, index: number) => boolean): number {
    return this.#fields.findIndex((field, index) => index >= this.at && passes(field, index));
  }

  /** Field `index` counted from 0, wherever the cursor stands. */
  field(index: number): string | undefined {
    return this.#fields[index];
  }
}
