import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import type { Time } from '../time-picker/time.ts';

type Span = WeeklyHours[number][number];

export const NEW_SPAN: Span = { fromMin: 480, toMin: 1080 };

/** Monday to Friday, 08:00 to 18:00: the initial value. */
export const officeHours = (): WeeklyHours => Array.from({ length: 7 }, (_, day) => (day < 5 ? [NEW_SPAN] : []));

/** 22:00 to 06:00, every night. */
export const everyNight = (): WeeklyHours =>
  splitNights(Array.from({ length: 7 }, () => [{ fromMin: 1320, toMin: 360 }]));

/** All hours of all days. */
export const allHours = (): WeeklyHours => Array.from({ length: 7 }, () => [{ fromMin: 0, toMin: 1440 }]);

/**
 * The hours as a person enters them: hours over midnight are one span of the day on which they begin, with an end
 * before the begin. They are stored as two spans on two days.
 */
export function joinNights(hours: WeeklyHours): Span[][] {
  const evenings = hours.map((spans) => spans.findIndex(({ fromMin, toMin }) => toMin === 1440 && fromMin > 0));
  const mornings = hours.map((spans, day) => {
    const before = (day + 6) % 7;
    const evening = hours[before]?.[evenings[before] ?? -1];
    return spans.findIndex(({ fromMin, toMin }) => evening && fromMin === 0 && toMin < evening.fromMin);
  });
  return hours.map((spans, day) => {
    const next = (day + 1) % 7;
    const morning = hours[next]?.[mornings[next] ?? -1];
    return spans.flatMap((span, index) => {
      if (index === mornings[day]) return [];
      return index === evenings[day] && morning ? [{ ...span, toMin: morning.toMin }] : [span];
    });
  });
}

/** Converts entered hours to their stored form. A span with equal begin and end stays unchanged: an error. */
export function splitNights(shown: readonly (readonly Span[])[]): WeeklyHours {
  const isOver = ({ fromMin, toMin }: Span) => toMin < fromMin;
  return shown.map((spans, day) => [
    ...(shown[(day + 6) % 7] ?? []).filter(isOver).map(({ toMin }) => ({ fromMin: 0, toMin })),
    ...spans.map((span) => (isOver(span) ? { ...span, toMin: 1440 } : span)),
  ]);
}

/** The minutes of a day as a clock time: "08:30"; the end of the day is "00:00". */
export const toClock = (minutes: number): string =>
  `${String(Math.floor((minutes % 1440) / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The minutes of a day as the time picker's value; the end of the day is 00:00. */
export const timeOf = (minutes: number): Time => ({
  hour: Math.floor((minutes % 1440) / 60),
  minute: minutes % 60,
  second: 0,
});

/** The hours with one span of a day changed, added (after the last) or removed (null). */
export function withSpan(hours: readonly Span[][], day: number, index: number, span: Span | null): Span[][] {
  return hours.map((spans, other) =>
    other === day ? [...spans.slice(0, index), ...(span ? [span] : []), ...spans.slice(index + 1)] : spans,
  );
}

/** A span with its begin or end changed; an end at midnight is the end of the day. */
export function withTime(span: Span, side: 'fromMin' | 'toMin', { hour, minute }: Time): Span {
  const minutes = hour * 60 + minute;
  return { ...span, [side]: side === 'toMin' && minutes === 0 ? 1440 : minutes };
}

/** Returns the span to add after the last one of a day, within the rest of the day. */
export function nextSpan(spans: readonly Span[]): Span {
  const after = Math.max(0, ...spans.map(({ fromMin, toMin }) => (toMin < fromMin ? 1440 : toMin)));
  return spans.length === 0 ? NEW_SPAN : { fromMin: Math.min(1380, after + 60), toMin: 1440 };
}

/** Groups consecutive days with equal hours: "Mon–Fri 08:00–18:00". Empty days are omitted. */
export function groupDays(hours: WeeklyHours): { from: number; to: number; spans: Span[] }[] {
  const groups: { from: number; to: number; spans: Span[] }[] = [];
  joinNights(hours).forEach((spans, day) => {
    const last = groups.at(-1);
    if (spans.length === 0) return;
    if (last?.to === day - 1 && JSON.stringify(last.spans) === JSON.stringify(spans)) last.to = day;
    else groups.push({ from: day, to: day, spans });
  });
  return groups;
}
