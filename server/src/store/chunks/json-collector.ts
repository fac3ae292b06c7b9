import { numberText, readNumber, type WrittenNumber } from './json-numbers.ts';
import { type JsonValues, NumberValues, TextValues } from './json-values.ts';

/** More digits could not be calculated with exactly. */
const MAX_DIGITS = 10 ** 15;
const MAX_DECIMALS = 15;
const read: WrittenNumber = { digits: 0, decimals: 0, end: 0 };

/** Collects the values of one attribute, as numbers as long as all are. */
export class JsonCollector {
  #digits: number[] = [];
  #decimals: number[] = [];
  #codes: number[] | null = null;
  readonly #texts = new Map<string, number>();

  add(text: string): void {
    if (!this.#codes && readNumber(text, 0, read) && read.end === text.length) {
      this.#digits.push(read.digits);
      this.#decimals.push(read.decimals);
      return;
    }
    this.#becomeTexts().push(this.#codeOf(text));
  }

  finish(): JsonValues {
    const numbers = this.#codes ? null : asNumbers(this.#digits, this.#decimals);
    if (numbers) return numbers;
    const codes = this.#becomeTexts();
    return new TextValues([...this.#texts.keys()], codes);
  }

  #becomeTexts(): number[] {
    this.#codes ??= this.#digits.map((digits, index) => this.#codeOf(numberText(digits, this.#decimals[index] ?? 0)));
    return this.#codes;
  }

  #codeOf(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, this.#texts.size);
    return this.#texts.size - 1;
  }
}

/** Null if the values do not share one number of decimals. */
function asNumbers(digits: readonly number[], decimals: readonly number[]): NumberValues | null {
  let [most, least, hasZeros] = [0, MAX_DECIMALS, false];
  for (let index = 0; index < digits.length; index++) {
    const count = decimals[index] ?? 0;
    most = Math.max(most, count);
    least = Math.min(least, count);
    if (count > 0 && (digits[index] ?? 0) % 10 === 0) hasZeros = true;
  }
  if (hasZeros && least < most) return null;
  if (least === most) return new NumberValues(digits, most, hasZeros);
  const scaled = digits.map((value, index) => value * 10 ** (most - (decimals[index] ?? 0)));
  if (scaled.some((value) => Math.abs(value) >= MAX_DIGITS)) return null;
  return new NumberValues(scaled, most, false);
}
