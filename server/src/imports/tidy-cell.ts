/** What programs put around a value so that a spreadsheet takes it for text: `="864…"`. */
const FORMULA_TEXT = /^=\s*"(.*)"$/s;
/** An apostrophe before a number; before other texts it may belong to them, as in 's-Hertogenbosch. */
const APOSTROPHE = /^['’](?=\s*[+\d][\d\s./-]*$)/u;
/** Decimals that a spreadsheet adds to an identity. */
const ZEROS_BEHIND = /^(\d{10,15})[.,]0+$/;
const SCIENTIFIC = /^([+-]?)(\d)(?:[.,](\d+))?E\+0*(\d{1,3})$/i;
/** Spreadsheets keep so many digits of a number and write zeros for the others. */
const DIGITS_KEPT = 15;
const ROUNDED = /^\d{15}0{3,}$/;

/**
 * The text that a cell was meant to hold, without what keeps spreadsheets from changing it.
 * @param isText the file says that the cell is a text, so a number in it was never rounded
 */
export function tidyCell(cell: string, isText = false): string {
  const text = cell.trim();
  const [, quoted] = FORMULA_TEXT.exec(text) ?? [];
  if (quoted !== undefined) return quoted.replaceAll('""', '"').trim();
  const marked = text.replace(APOSTROPHE, '');
  if (marked !== text) return marked.trim();
  const [, whole] = ZEROS_BEHIND.exec(text) ?? [];
  if (whole !== undefined) return whole;
  return !isText && ROUNDED.test(text) ? shortened(Number(text)) : wholeOf(text);
}

/** A number of which a spreadsheet has lost digits, written so that `isShortened` recognises it. */
export const shortened = (number: number): string => number.toExponential().replace('e', 'E');

/** Whether a spreadsheet has shortened a number, so that its digits are lost: 8.64636E+14. */
export const isShortened = (text: string): boolean => SCIENTIFIC.test(text);

/** 8.64636051234501E+14 has all digits of its number. */
function wholeOf(text: string): string {
  const [, sign = '', first = '', decimals = '', exponent = ''] = SCIENTIFIC.exec(text) ?? [];
  const digits = first + decimals;
  return digits !== '' && digits.length <= DIGITS_KEPT && digits.length === Number(exponent) + 1
    ? `${sign.replace('+', '')}${digits}`
    : text;
}
