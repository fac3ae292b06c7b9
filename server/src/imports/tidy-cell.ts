/** The wrapper that programs put around a value so that a spreadsheet treats it as text: `="864…"`. */
const FORMULA_TEXT = /^=\s*"(.*)"$/s;
const FORMULA_NUMBER = /^=\s*(\d+)$/;
/** An apostrophe before a number; before other texts it may belong to them, as in 's-Hertogenbosch. */
const APOSTROPHE = /^['’](?=\s*[+\d][\d\s./-]*$)/u;
/** Decimals that a spreadsheet adds to an identity. */
const TRAILING_ZEROS = /^(\d{10,})[.,]0+$/;
/**
 * Some programs write the exponent without a sign. It is accepted only with decimals and at least two digits, because
 * 1E5 may be a name.
 */
const SCIENTIFIC = /^([+-]?)(\d)(?:[.,](\d+))?\s?E(?:\+0*|(?<=[.,].*)(?=\d\d))(\d{1,3})$/i;
/** Direction marks and zero-width spaces, which are copied along with numbers. */
const INVISIBLE =
  /^[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069]+|[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069]+$/g;
/** Spreadsheets store this many digits of a number and replace the others by zeros. */
const EXACT_DIGITS = 15;
const ROUNDED = /^\d{15}0{3,}$/;

/**
 * The intended text of a cell, without the marks that keep spreadsheets from changing it.
 * @param isText the file marks the cell as text, so a number in it was never rounded
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

/** True when a number with more digits than are stored is the result of rounding others. */
const isDouble = (digits: string): boolean => digits.length > EXACT_DIGITS && String(Number(digits)) === digits;

/** A number that lost digits in a spreadsheet, written in the form that `isShortened` recognises. */
export const shortened = (number: number): string => number.toExponential().replace('e', 'E');

/** True when a spreadsheet shortened a number, so that its digits are lost: 8.64636E+14. */
export const isShortened = (text: string): boolean => SCIENTIFIC.test(text);

/** 8.64636051234501E+14 has all digits of its number. */
function wholeOf(text: string): string {
  const [, sign = '', first = '', decimals = '', exponent = ''] = SCIENTIFIC.exec(text) ?? [];
  const digits = first + decimals;
  return digits !== '' && digits.length <= EXACT_DIGITS && digits.length === Number(exponent) + 1
    ? `${sign.replace('+', '')}${digits}`
    : text;
}
