/** Digits of Arabic and Devanagari scripts, each by its zero. */
const ZEROS = [0x660, 0x6f0, 0x966];
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g;
/** What stands between thousands besides comma and point: spaces, apostrophes, and the Arabic comma of thousands. */
const BETWEEN = /(?<=\d)[\s\u00a0\u202f'’\u066c](?=\d{3})/g;
/** With as many decimals as programs write of a sum that is not exact: -56.190000000000005. */
const NUMBER = /^-?\d{1,15}(?:\.\d{1,20})?$/;

/**
 * How three digits after the only comma or point of a number are read. `decimals`: a point begins decimals, as programs
 * write it, and of a comma nobody knows. `thousands`: what has no three decimals, such as money of most currencies or
 * kilometres: a comma stands between thousands, and of a point nobody knows.
 */
export type ThreeDigits = 'decimals' | 'thousands';

/**
 * A number as people and programs write it: `1234.5`, `1.234,50`, `1,234.50`, `12,34,567.50`, `1 234,5`. Null for what is none, and for what
 * may be two numbers.
 */
export function readNumber(text: string, three: ThreeDigits = 'decimals'): number | null {
  const latin = latinDigits(text.trim()).replaceAll('\u066b', '.').replace(/^[−–]/, '-').replace(/^\+/, '');
  const plain = pointed(latin.replaceAll(BETWEEN, ''), three);
  return plain !== null && NUMBER.test(plain) ? Number(plain) : null;
}

/** With the digits 0 to 9, whatever the script. */
export const latinDigits = (text: string): string => text.replaceAll(DIGITS, latinDigit);

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.findLast((one) => one <= code) ?? 0;
  return String(code - zero);
}

/** With a point before its decimals, and nothing between thousands. */
function pointed(text: string, three: ThreeDigits): string | null {
  const [commas, points] = [text.split(',').length - 1, text.split('.').length - 1];
  if (commas > 0 && points > 0) {
    // What stands last begins the decimals, so it stands once.
    const [thousands, decimal] =
      text.lastIndexOf(',') > text.lastIndexOf('.') ? (['.', ','] as const) : ([',', '.'] as const);
    if (text.split(decimal).length > 2) return null;
    const [whole = '', rest = ''] = text.split(decimal);
    return isGrouped(whole, thousands) ? `${whole.replaceAll(thousands, '')}.${rest}` : null;
  }
  const mark = commas > 0 ? ',' : '.';
  if (commas + points > 1) return isGrouped(text, mark) ? text.replaceAll(mark, '') : null;
  if (commas + points === 0) return text;
  if (!isGrouped(text, mark)) return text.replace(mark, '.');
  if (mark === '.') return three === 'decimals' ? text : null;
  return three === 'thousands' ? text.replace(mark, '') : null;
}

/** As in India: lakhs and crores, of which only the last group has three digits. */
const LAKHS = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;

/** Whether groups of three digits, or of lakhs, follow a first group without a leading zero. */
const isGrouped = (text: string, mark: string): boolean => {
  const digits = text.replace('-', '');
  const [first = '', ...groups] = digits.split(mark);
  if (mark === ',' && LAKHS.test(digits)) return true;
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
};
