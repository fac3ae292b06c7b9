import type { WeeklyHours } from '@milepost/contract/weekly-hours';

/**
 * Minutes since the midnight at which the day began: from `from` up to, but excluding, `to`. The next day has 1440 and
 * more.
 */
export interface Span {
  from: number;
  to: number;
}

const DAY_MIN = 1440;

/**
 * The spans in which a stop may be served in a run of a day: its own window, otherwise the opening hours of the outlet
 * on that day and the next, for runs over midnight. Adjacent spans are merged.
 * @returns null: at any time; empty: not open on that day
 */
export function spansOf(
  own: { fromMin: number; toMin: number } | null,
  hours: WeeklyHours | null,
  day: string,
): Span[] | null {
  if (own) return [{ from: own.fromMin, to: own.toMin }];
  if (hours === null) return null;
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const today = hours[weekday] ?? [];
  if (today.length === 0) return [];
  const next = (hours[(weekday + 1) % 7] ?? []).map(({ fromMin, toMin }) => {
    return { fromMin: fromMin + DAY_MIN, toMin: toMin + DAY_MIN };
  });
  const spans: Span[] = [];
  for (const { fromMin, toMin } of [...today.toSorted((a, b) => a.fromMin - b.fromMin), ...next]) {
    const last = spans.at(-1);
    if (last && fromMin <= last.to) last.to = Math.max(last.to, toMin);
    else spans.push({ from: fromMin, to: toMin });
  }
  return spans;
}
