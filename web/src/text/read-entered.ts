import { type DecimalMark, readWrittenNumber } from '@milepost/contract/written-number';
import { formatSettings, localeOf } from './format-settings.ts';

/** The rules of a number field. */
export interface NumberRule {
  /** The maximum number of decimals; undefined for any. */
  decimals?: number | undefined;
  negative?: boolean | undefined;
  min?: number | undefined;
  max?: number | undefined;
  /** True if the field never groups thousands, as for degrees and years: a single separator begins decimals. */
  plain?: boolean | undefined;
  /** True if further decimals are rounded instead of rejected, as for degrees copied from a map. */
  rounds?: boolean | undefined;
  /** The units and currency signs that are allowed beside the number. */
  units?: readonly string[] | undefined;
}

export type EnteredFault =
  | { code: 'none' | 'whole' | 'negative' }
  | { code: 'two'; readings: readonly [number, number] }
  | { code: 'decimals' | 'least' | 'most'; bound: number };

const MARKS: Readonly<Record<string, DecimalMark>> = { '.': '.', ',': ',' };

function markIn(locale: string): DecimalMark | undefined {
  try {
    const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
    return MARKS[parts.find(({ type }) => type === 'decimal')?.value ?? ''];
  } catch {
    return undefined;
  }
}

/**
 * The person's decimal separator, which decides how three digits after a single separator are read. Null if the
 * language of the interface and the browser disagree: a German who works in English can mean either by "3.425".
 */
export function decimalMark(browser: string = navigator.language): DecimalMark {
  const mark = markIn(localeOf(formatSettings().language)) ?? '.';
  return (markIn(browser) ?? mark) === mark ? mark : null;
}

/** Parses the number in a field, whether typed, pasted or filled in. Null for an empty field. */
export function readEntered(text: string, rule: NumberRule): { number: number } | { fault: EnteredFault } | null {
  const bare = withoutUnits(text, rule.units ?? []);
  if (bare === '') return null;
  const read = readWrittenNumber(bare, rule.plain ? null : decimalMark());
  if ('none' in read) return { fault: { code: 'none' } };
  if ('number' in read) return judge(read.number, bare, rule);
  // A group of thousands is a thousand times the other reading.
  const [small = 0, large = 0] = read.two.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  return rule.plain ? judge(small, bare, rule) : { fault: { code: 'two', readings: [large, small] } };
}

function judge(number: number, text: string, rule: NumberRule): { number: number } | { fault: EnteredFault } {
  const { decimals, negative = false, min, max, rounds = false } = rule;
  const rounded = decimals !== undefined && rounds ? Number(number.toFixed(decimals)) : number;
  if (!negative && rounded < 0) return { fault: { code: 'negative' } };
  if (decimals !== undefined && Number(rounded.toFixed(Math.min(decimals, 20))) !== rounded) {
    const other = readWrittenNumber(text, null);
    // "3.425" with at most two decimals allowed probably means thousands.
    if ('two' in other) return { fault: { code: 'two', readings: [Math.max(...other.two), Math.min(...other.two)] } };
    return { fault: decimals === 0 ? { code: 'whole' } : { code: 'decimals', bound: decimals } };
  }
  if (min !== undefined && rounded < min) return { fault: { code: 'least', bound: min } };
  if (max !== undefined && rounded > max) return { fault: { code: 'most', bound: max } };
  return { number: rounded };
}

const BLANKS = /[\s\u00a0\u202f\u200e\u200f\u061c\u2066-\u2069]+/gu;
const EDGES = /^[\s\u00a0\u202f]+|[\s\u00a0\u202f]+$/gu;

/** Removes the field's unit, prefix or suffix at either end. */
function withoutUnits(text: string, units: readonly string[]): string {
  let bare = text.replaceAll(EDGES, '');
  for (const unit of units) {
    const sign = unit.replaceAll(BLANKS, '');
    if (sign === '') continue;
    const lower = bare.toLowerCase();
    if (lower.endsWith(sign.toLowerCase())) bare = bare.slice(0, -sign.length);
    else if (lower.startsWith(sign.toLowerCase())) bare = bare.slice(sign.length);
    bare = bare.replaceAll(EDGES, '');
  }
  return bare;
}

/**
 * The text of a number in a field that is being edited: without thousands separators, which would move while typing.
 */
export function editedText(value: number, decimals?: number): string {
  if (!Number.isFinite(value)) return '';
  return new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: decimals ?? 15 }).format(value);
}

/** The text of a number in a field that nobody is editing. */
export function restingText(
  value: number,
  { decimals, plain = false, lakh = false, fixed = false }: NumberRule & { lakh?: boolean; fixed?: boolean },
): string {
  if (!Number.isFinite(value)) return '';
  return new Intl.NumberFormat(lakh ? 'en-IN' : localeOf(formatSettings().language), {
    useGrouping: !plain,
    maximumFractionDigits: decimals ?? 15,
    minimumFractionDigits: fixed ? (decimals ?? 0) : 0,
  }).format(value);
}
