/**
 * The zeros of the decimal digits that keyboards and programs of our markets write, including full-width ones (Unicode
 * 16, category Nd).
 */
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0, 0xff10,
];
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
/** Invisible marks, which right-to-left texts contain. */
const INVISIBLE = /[\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g;
/** Blanks and apostrophes between thousands. */
const BLANKS = /[\s\u00a0\u2007-\u200a\u202f'’‘ʼ´`＇]/gu;
const BLANK = ' ';
const ARABIC_DECIMAL = '\u066b';
const ARABIC_THOUSANDS = '\u066c';
/** A number with as many decimals as programs write for an inexact sum: -56.190000000000005. */
const PLAIN = /^-?\d{1,15}(?:\.\d{1,20})?$/;

/** The decimal mark for texts that can be read with either; `null` if unknown. */
export type DecimalMark = '.' | ',' | null;

/** A number, or why a text is not one: it is none, or can be read in two ways (`two`). */
export type WrittenNumber = { number: number } | { two: readonly [point: number, comma: number] } | { none: true };

/** Converts the digits of any script to 0 to 9. */
export const latinDigits = (text: string): string =>
  text.replaceAll(OTHER_DIGIT, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const value = code - (ZEROS.findLast((zero) => zero <= code) ?? 0);
    return value <= 9 ? String(value) : digit;
  });

/**
 * Parses a number as written by people and programs of any country: `1234.5`, `1.234,50`, `12,34,567.50`, `1 234,5`,
 * `1'234.50`, `١٬٢٣٤٫٥`. It never assumes: three digits after the only point or comma can be decimals or thousands, and
 * are read by `mark`; if that is null, both readings are returned.
 */
export function readWrittenNumber(text: string, mark: DecimalMark): WrittenNumber {
  const written = tidied(text);
  const [point, comma] = [readBy(written, '.'), readBy(written, ',')];
  if (point === null && comma === null) return { none: true };
  if (point === null || comma === null || point === comma) return { number: point ?? comma ?? 0 };
  if (mark === null) return { two: [point, comma] };
  return { number: mark === '.' ? point : comma };
}

/** The only mark by which a text can be read; `null` if it is not a number, or can be read by both. */
export function markOf(text: string): DecimalMark {
  const written = tidied(text);
  const [point, comma] = [readBy(written, '.'), readBy(written, ',')];
  // 1234 is the same number with both marks, so it does not identify the mark.
  if ((point === null) === (comma === null)) return null;
  return point === null ? ',' : '.';
}

/** Returns the text with Latin digits, one kind of minus and of blank, and no invisible characters. */
function tidied(text: string): string {
  const latin = latinDigits(text.replaceAll(INVISIBLE, ''))
    .replaceAll('，', ',')
    .replaceAll('．', '.')
    .replaceAll('\u060c', ',')
    .trim()
    .replace(/^[−–﹣－-]\s*/u, '-')
    .replace(/^[+＋]\s*/u, '')
    .replaceAll(BLANKS, BLANK);
  if (!latin.includes(ARABIC_DECIMAL) && !latin.includes(ARABIC_THOUSANDS)) return latin;
  // The Arabic marks are unambiguous: ٬ separates thousands, ٫ begins decimals.
  if (/[.,]/.test(latin) && latin.includes(ARABIC_THOUSANDS)) return '';
  const [whole = '', ...rest] = latin.split(ARABIC_DECIMAL);
  const groups = whole.replaceAll(ARABIC_THOUSANDS, BLANK);
  return rest.length === 0
    ? groups
    : `${groups.replaceAll(/[.,]/g, BLANK)}${ARABIC_DECIMAL}${rest.join(ARABIC_DECIMAL)}`;
}

/** The number if `decimal` begins the decimals, and the other mark, a blank or an apostrophe separates thousands. */
function readBy(text: string, decimal: '.' | ','): number | null {
  const begins = text.includes(ARABIC_DECIMAL) ? ARABIC_DECIMAL : decimal;
  const [signed = '', ...decimals] = text.split(begins);
  if (decimals.length > 1 || decimals.some((part) => !/^\d*$/.test(part))) return null;
  const whole = signed.replace(/^-/, '');
  const digits = whole === '' && decimals[0] ? '0' : ungrouped(whole, decimal === '.' ? ',' : '.');
  if (digits === null) return null;
  const plain = `${signed.startsWith('-') ? '-' : ''}${digits}${decimals[0] ? `.${decimals[0]}` : ''}`;
  return PLAIN.test(plain) ? Number(plain) : null;
}

/** Indian grouping: lakhs and crores, in which only the last group has three digits. */
const LAKHS = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;
const THOUSANDS = /^[1-9]\d{0,2}(?:(?<mark>[ .,])\d{3})(?:\k<mark>\d{3})*$/;

/** The digits without their separators; null if the grouping is unknown. */
function ungrouped(whole: string, mark: ',' | '.'): string | null {
  if (/^\d+$/.test(whole)) return whole;
  const grouped = THOUSANDS.exec(whole);
  const fits = grouped ? [mark, BLANK].includes(grouped.groups?.['mark'] ?? '') : mark === ',' && LAKHS.test(whole);
  return fits ? whole.replaceAll(/[ .,]/g, '') : null;
}
