/** What programs put around a value so that a spreadsheet takes it for text: `="864…"`. */
const FORMULA_TEXT = /^=\s*"(.*)"$/s;
const FORMULA_NUMBER = /^=\s*(\d+)$/;
/** An apostrophe before a number; before other texts it may belong to them, as in 's-Hertogenbosch. */
const APOSTROPHE = /^['’](?=\s*[+\d][\d\s./-]*$)/u;
/** Decimals that a spreadsheet adds to an identity. */
const TRAILING_ZEROS = /^(\d{10,})[.,]0+$/;
/** Without a sign, as some write it, only with decimals and from ten digits on: 1E5 may be a name. */
const SCIENTIFIC = /^([+-]?)(\d)(?:[.,](\d+))?\s?E(?:\+0*|(?<=[.,].*)(?=\d\d))(\d{1,3})$/i;
/** Marks of the direction of letters, and blanks without a width, that come along when a number is copied. */
const INVISIBLE =
  /^[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069]+|[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069]+$/g;
/** Spreadsheets keep so many digits of a number and write zeros for the others. */
const EXACT_DIGITS = 15;
const ROUNDED = /^\d{15}0{3,}$/;

/**
 * The text that a cell was meant to hold, without what keeps spreadsheets from changing it.
 * @param isText the file says that the cell is a text, so a number in it was never rounded
 */
export function tidyCell(cell: string, isText = false): string {
  const text = cell.trim().replaceAll(INVISIBLE, '').replace(FORMULA_NUMBER, '$1');
  const [, quoted] = FORMULA_TEXT.exec(text) ?? [];
  if (quoted !== undefined) return quoted.replaceAll('""', '"').trim();
  const marked = text.replace(APOSTROPHE, '');
  if (marked !== text) return marked.trim();
  const [, whole] = TRAILING_ZEROS.exec(text) ?? [];
  if (whole !== undefined) return isDouble(whole) ? shortened(Number(whole)) : whole;
  return !isText && ROUNDED.test(text) ? shortened(Number(text)) : wholeOf(text);
}

/** Whether a number of more digits than are kept is one that comes out when others are rounded. */
const isDouble = (digits: string): boolean => digits.length > EXACT_DIGITS && String(Number(digits)) === digits;

/** A number of which a spreadsheet has lost digits, written so that `isShortened` recognises it. */
export const shortened = (number: number): string => number.toExponential().replace('e', 'E');

/** Whether a spreadsheet has shortened a number, so that its digits are lost: 8.64636E+14. */
export const isShortened = (text: string): boolean => SCIENTIFIC.test(text);

/** 8.64636051234501E+14 has all digits of its number. */
function wholeOf(text: string): string {
  const [, sign = '', first = '', decimals = '', exponent = ''] = SCIENTIFIC.exec(text) ?? [];
  const digits = first + decimals;
  return digits !== '' && digits.length <= EXACT_DIGITS && digits.length === Number(exponent) + 1
    ? `${sign.replace('+', '')}${digits}`
    : text;
}
