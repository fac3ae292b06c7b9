import type { Attributes } from '@milepost/protocols/types';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';
import { malformed } from './chunk-error.ts';
import { readIntegers, writeIntegers } from './integer-column.ts';
import { numberText } from './json-numbers.ts';

/** An attribute as a device reports it; anything else that `jsonb` can hold is passed on as it is. */
export type JsonValue = Attributes[string];

/** The values of one attribute in the order of the rows that have it. */
export interface JsonValues {
  textAt: (index: number) => string;
  /** The parsed value, shared between equal ones. */
  valueAt: (index: number) => JsonValue;
  write: (writer: ByteWriter) => void;
}

const FORM = { numbers: 0, texts: 1 } as const;
const MAX_DECIMALS = 15;

/** Numbers with at most so many decimals, or, if `isFixed`, all with exactly so many. */
export class NumberValues implements JsonValues {
  readonly #digits: ArrayLike<number>;
  readonly #decimals: number;
  readonly #isFixed: boolean;
  readonly #divisor: number;

  constructor(digits: ArrayLike<number>, decimals: number, isFixed: boolean) {
    this.#digits = digits;
    this.#decimals = decimals;
    this.#isFixed = isFixed;
    this.#divisor = Number(`1e${decimals}`);
  }

  textAt(index: number): string {
    let digits = this.#digits[index] ?? 0;
    let decimals = this.#decimals;
    if (!this.#isFixed) for (; decimals > 0 && digits % 10 === 0; decimals--) digits /= 10;
    return numberText(digits, decimals);
  }

  valueAt(index: number): number {
    return (this.#digits[index] ?? 0) / this.#divisor;
  }

  write(writer: ByteWriter): void {
    writer.byte(FORM.numbers);
    writer.byte(this.#decimals * 2 + (this.#isFixed ? 1 : 0));
    writeIntegers(writer, this.#digits);
  }
}

/** Any other values as their texts, each different one once. */
export class TextValues implements JsonValues {
  readonly #texts: readonly string[];
  readonly #codes: ArrayLike<number>;
  readonly #parsed: JsonValue[] = [];

  /** @param codes indices in `texts`, which are in the order of their first use */
  constructor(texts: readonly string[], codes: ArrayLike<number>) {
    this.#texts = texts;
    this.#codes = codes;
  }

  textAt(index: number): string {
    return this.#texts[this.#codes[index] ?? 0] ?? '';
  }

  valueAt(index: number): JsonValue {
    const code = this.#codes[index] ?? 0;
    if (!(code in this.#parsed)) this.#parsed[code] = JSON.parse(this.#texts[code] ?? 'null');
    return this.#parsed[code];
  }

  write(writer: ByteWriter): void {
    writer.byte(FORM.texts);
    writer.varint(this.#texts.length);
    for (const text of this.#texts) writer.text(text);
    writeIntegers(writer, this.#codes);
  }
}

export function readValues(reader: ByteReader, count: number): JsonValues {
  const form = reader.byte();
  if (form === FORM.numbers) {
    const decimals = reader.byte();
    if (decimals >>> 1 > MAX_DECIMALS) throw malformed('decimals');
    return new NumberValues(readIntegers(reader, count).values, decimals >>> 1, (decimals & 1) !== 0);
  }
  if (form !== FORM.texts) throw malformed(`values of form ${form}`);
  const texts = Array.from({ length: reader.count(1) }, () => reader.text());
  const codes = readIntegers(reader, count).values;
  if (!codes.every((code) => code >= 0 && code < texts.length)) throw malformed('the code of a text');
  return new TextValues(texts, codes);
}
