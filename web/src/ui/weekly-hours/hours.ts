import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import type { Time } from '../time-picker/time.ts';

type Span = WeeklyHours[number][number];

export const NEW_SPAN: Span = { fromMin: 480, toMin: 1080 };

/** Monday to Friday, eight to six: what a person begins with. */
export const officeHours = (): WeeklyHours => Array.from({ length: 7 }, (_, day) => (day < 5 ? [NEW_SPAN] : []));

/** Minutes of a day as a clock shows them: "08:30"; the end of the day is "00:00". */
export const toClock = (minutes: number): string =>
  `${String(Math.floor((minutes % 1440) / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Minutes of a day as the time picker has them; the end of the day is 00:00. */
export const timeOf = (minutes: number): Time => ({
  hour: Math.floor((minutes % 1440) / 60),
  minute: minutes % 60,
  second: 0,
});

/** The hours with one span of a day changed, added (behind the last) or taken away (null). */
export function withSpan(hours: WeeklyHours, day: number, index: number, span: Span | null): WeeklyHours {
  return hours.map((spans, other) =>
    other === day ? [...spans.slice(0, index), ...(span ? [span] : []), ...spans.slice(index + 1)] : spans,
  );
}

/** A span with its begin or end changed; an end at midnight is the end of the day. */
export function withTime(span: Span, side: 'fromMin' | 'toMin', { hour, minute }: Time): Span {
  const minutes = hour * 60 + minute;
  return { ...span, [side]: side === 'toMin' && minutes === 0 ? 1440 : minutes };
}

/** The spans of a day, Monday first, that follow the last of it; within what is left of it. */
export function nextSpan(spans: readonly Span[]): Span {
  const after = Math.max(0, ...spans.map(({ toMin }) => toMin));
  return spans.length === 0 ? NEW_SPAN : { fromMin: Math.min(1380, after + 60), toMin: 1440 };
}

/** Days that are alike, one after another: "Mon–Fri 08:00–18:00". Empty days are left out. */
export function groupDays(hours: WeeklyHours): { from: number; to: number; spans: Span[] }[] {
  const groups: { from: number; to: number; spans: Span[] }[] = [];
  hours.forEach((spans, day) => {
    const last = groups.at(-1);
    if (spans.length === 0) return;
    if (last?.to === day - 1 && JSON.stringify(last.spans) === JSON.stringify(spans)) last.to = day;
    else groups.push({ from: day, to: day, spans });
  });
  return groups;
}
