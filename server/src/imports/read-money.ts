import { fault, type Fault } from '@milepost/contract/fault';
import { LANGUAGES } from '@milepost/contract/languages';
import { decimalsOf, isCurrency } from '@milepost/contract/money';
import { type DecimalMark, readWrittenNumber } from '@milepost/contract/written-number';
import { readNumber } from './read-number.ts';

/** The maximum length of an amount with its currency. */
const MAX_MONEY_TEXT = 40;
const MONEY = /^([^\p{Nd}+−–-]*)([+−–-]?\p{Nd}[\p{Nd}\s.,'’\u066b\u066c]*?)\s*([^\p{Nd}]*)$/u;
/** The remainder of rounding that formulas leave in the decimals. */
const REST = /([.,]\d{10})\d+$/;
/** Notations next to amounts that are no official currency signs. */
const HABITS: Readonly<Record<string, readonly string[]>> = { INR: ['RS', 'RS.', '/-'] };

const signs = new Map<string, ReadonlySet<string>>();

/** The notations of a currency next to an amount: its code, its signs in our languages, and customary ones. */
function signsOf(currency: string): ReadonlySet<string> {
  const known = signs.get(currency);
  if (known) return known;
  const written = LANGUAGES.flatMap((language) =>
    (['symbol', 'narrowSymbol', 'name'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .filter(({ type }) => type === 'currency')
        .map(({ value }) => bare(value)),
    ),
  );
  const all = new Set([currency, ...written, ...(HABITS[currency] ?? [])]);
  signs.set(currency, all);
  return all;
}

const bare = (sign: string) => sign.replaceAll(/[\u200e\u200f\u061c\s]/g, '').toUpperCase();

/** The code of the currency in a cell; null when it is none that we know. */
export function currencyOf(text: string, own: string): string | null {
  const sign = bare(text);
  if (signsOf(own).has(sign)) return own;
  return isCurrency(sign) ? sign : null;
}

/**
 * An amount in the smallest unit of a currency, with a decimal comma or point. Three digits after the only comma or
 * point are thousands, unless the currency has three decimals.
 * @param own the organisation's currency, for faults
 */
export function readMoney(text: string, currency: string, own: string): { amount: number } | { fault: Fault } {
  const parts = text.length > MAX_MONEY_TEXT ? null : MONEY.exec(text.trim());
  if (!parts) return { fault: fault('not-a-number', { value: text.slice(0, MAX_MONEY_TEXT) }) };
  const [, before = '', digits = '', after = ''] = parts;
  for (const sign of [before, after].map(bare).filter((each) => each !== '')) {
    if (!signsOf(currency).has(sign)) return { fault: fault('other-currency', { currency: own }) };
  }
  const number = readNumber(digits.replace(REST, '$1'), decimalsOf(currency) === 3 ? 'decimals' : 'thousands');
  if (number === null) return { fault: fault('not-a-number', { value: text }) };
  return { amount: Math.round(number * 10 ** decimalsOf(currency)) };
}

/** The number in the text of an amount, without its currency. */
export const amountIn = (text: string): string | undefined =>
  text.length > MAX_MONEY_TEXT ? undefined : MONEY.exec(text.trim())?.[2]?.replace(REST, '$1');

/**
 * The same text with an unambiguous number, for code that reads it without its column.
 * @param mark the decimal separator of that column
 */
export function settleAmount(text: string, mark: DecimalMark): string {
  const written = mark === null ? undefined : amountIn(text);
  const read = written === undefined ? null : readWrittenNumber(written, null);
  if (written === undefined || read === null || !('two' in read)) return text;
  // A fourth decimal, because a point before three digits could separate thousands.
  return text.replace(written, (mark === '.' ? read.two[0] : read.two[1]).toFixed(4));
}

/** The same for comparing amounts of one file, however each is written. */
export function moneyKey(text: string): string {
  const digits = (MONEY.exec(text.slice(0, MAX_MONEY_TEXT).trim())?.[2] ?? text).replace(REST, '$1');
  return String(readNumber(digits, 'thousands') ?? readNumber(digits) ?? text);
}
