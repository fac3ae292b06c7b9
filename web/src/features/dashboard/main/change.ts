import { formatSettings, localeOf } from '../../../text/format-settings.ts';

/** The difference of a value from a baseline, in percent; null if the baseline is zero. */
export const changePercent = (value: number, against: number): number | null =>
  against > 0 ? ((value - against) / against) * 100 : null;

/** A cap: beyond 900% the baseline is negligible. */
const MAX_PERCENT = 900;

/** "+12 %", "−3 %"; a more than tenfold change is shown as "> +900 %". */
export function formatChange(percent: number): string {
  if (percent > MAX_PERCENT) return `> ${formatChange(MAX_PERCENT)}`;
  return new Intl.NumberFormat(localeOf(formatSettings().language), {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  }).format(percent / 100);
}

/** The mean of one field over several sums. */
export function meanOf<Sums extends Record<string, number>>(sums: readonly Sums[], key: keyof Sums): number {
  return sums.length === 0 ? 0 : sums.reduce((total, one) => total + (one[key] ?? 0), 0) / sums.length;
}

/** The means of all fields; `like` supplies the field names. */
export function meansOf<Sums extends Record<string, number>>(like: Sums, sums: readonly Sums[]): Sums {
  const means = { ...like };
  for (const key in means) Object.assign(means, { [key]: meanOf(sums, key) });
  return means;
}
