import { formatSettings, localeOf } from '../../../text/format-settings.ts';

/** How much a value differs from what it is held against, in percent; null where there is nothing to hold it against. */
export const changePercent = (value: number, against: number): number | null =>
  against > 0 ? ((value - against) / against) * 100 : null;

/** More says only that there was next to nothing before. */
const MOST_PERCENT = 900;

/** "+12 %", "−3 %"; a change of more than tenfold is "> +900 %" and says no more. */
export function formatChange(percent: number): string {
  if (percent > MOST_PERCENT) return `> ${formatChange(MOST_PERCENT)}`;
  return new Intl.NumberFormat(localeOf(formatSettings().language), {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  }).format(percent / 100);
}

/** The mean of some sums, field by field. */
export function meanOf<Sums extends Record<string, number>>(sums: readonly Sums[], key: keyof Sums): number {
  return sums.length === 0 ? 0 : sums.reduce((total, one) => total + (one[key] ?? 0), 0) / sums.length;
}
