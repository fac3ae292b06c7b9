/** A number as its digits: `digits` / 10^`decimals`, written with exactly so many decimals. */
export interface WrittenNumber {
  digits: number;
  decimals: number;
  /** Where the text after the number begins. */
  end: number;
}

/** Larger numbers and more decimals remain texts. */
const MAX_DIGITS = 15;
const [MINUS, POINT, ZERO, NINE] = [0x2d, 0x2e, 0x30, 0x39];

/** Reads the number that begins at `at` and ends before `,`, `}` or the end; false if `numberText` would differ. */
export function readNumber(text: string, at: number, into: WrittenNumber): boolean {
  const isNegative = text.charCodeAt(at) === MINUS;
  const begins = isNegative ? at + 1 : at;
  let [digits, index, point] = [0, begins, -1];
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= ZERO && code <= NINE) digits = digits * 10 + code - ZERO;
    else if (code === POINT && point < 0 && index > begins) point = index;
    else break;
  }
  const length = point < 0 ? index - begins : index - begins - 1;
  const whole = (point < 0 ? index : point) - begins;
  if (length === 0 || length > MAX_DIGITS || (whole > 1 && text.charCodeAt(begins) === ZERO)) return false;
  if (point === index - 1 || (isNegative && digits === 0)) return false;
  into.digits = isNegative ? -digits : digits;
  into.decimals = point < 0 ? 0 : index - point - 1;
  into.end = index;
  return true;
}

export function numberText(digits: number, decimals: number): string {
  if (decimals === 0) return String(digits);
  const text = String(Math.abs(digits)).padStart(decimals + 1, '0');
  return `${digits < 0 ? '-' : ''}${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}
