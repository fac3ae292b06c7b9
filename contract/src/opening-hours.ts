import type { WeeklyHours } from './weekly-hours.ts';

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;
const MAX_SPANS = 6;
const DAY_MIN = 1440;

type Span = WeeklyHours[number][number];

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/**
 * Weekly hours as a line of text, such as `Mo-Fr 08:00-12:00,14:00-18:00; Sa 09:00-13:00`: the subset of
 * OpenStreetMap's `opening_hours` syntax with only weekdays and times. A week without hours is `off`.
 */
export function writeOpeningHours(hours: WeeklyHours): string {
  const times = hours.map((spans) => spans.map(({ fromMin, toMin }) => `${clock(fromMin)}-${clock(toMin)}`).join(','));
  const parts: string[] = [];
  for (let from = 0; from < times.length;) {
    let to = from;
    while (times[to + 1] === times[from]) to += 1;
    const days = from === to ? `${DAYS[from]}` : `${DAYS[from]}-${DAYS[to]}`;
    if (times[from] !== '') parts.push(`${days} ${times[from]}`);
    from = to + 1;
  }
  return parts.join('; ') || 'off';
}

/**
 * Parses the format of `writeOpeningHours`, and also accepts hours without leading zeros, hours across midnight, which
 * are split over two days, and `24/7`. A later entry for a day replaces an earlier one.
 * @returns null for any other text
 */
export function readOpeningHours(text: string): WeeklyHours | null {
  const week: Span[][] = DAYS.map(() => []);
  const late: Span[][] = DAYS.map(() => []);
  const plain = text.trim();
  if (/^off$/i.test(plain)) return week;
  const rules = /^24\/7$/.test(plain) ? ['Mo-Su 00:00-24:00'] : plain.split(';').filter((rule) => rule.trim() !== '');
  if (rules.length === 0) return null;
  for (const rule of rules) {
    const [, dayText, timeText] = /^\s*([a-z ,-]*?)\s*((?:\d|off).*?)\s*$/i.exec(rule) ?? [];
    if (dayText === undefined || timeText === undefined) return null;
    const days = readDays(dayText);
    const spans = /^off$/i.test(timeText) ? [] : readSpans(timeText);
    if (!days || !spans) return null;
    for (const day of days) {
      week[day] = spans.map(({ fromMin, toMin }) => ({ fromMin, toMin: Math.min(toMin, DAY_MIN) }));
      late[(day + 1) % 7] = spans.flatMap(({ toMin }) =>
        toMin > DAY_MIN ? [{ fromMin: 0, toMin: toMin - DAY_MIN }] : [],
      );
    }
  }
  const whole = week.map((spans, day) => [...(late[day] ?? []), ...spans].toSorted((a, b) => a.fromMin - b.fromMin));
  return whole.every((spans) => spans.length <= MAX_SPANS) ? whole : null;
}

function readDays(text: string): number[] | null {
  if (text === '') return DAYS.map((_day, index) => index);
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const [from = -1, to = from, ...more] = part.split('-').map((day) => dayOf(day));
    if (from < 0 || to < 0 || more.length > 0) return null;
    for (let day = from; ; day = (day + 1) % 7) {
      found.add(day);
      if (day === to) break;
    }
  }
  return [...found];
}

const dayOf = (text: string) => DAYS.findIndex((day) => day.toLowerCase() === text.trim().toLowerCase());

function readSpans(text: string): Span[] | null {
  const spans: Span[] = [];
  for (const part of text.split(',')) {
    const [, ...numbers] = /^\s*(\d{1,2}):(\d\d)\s*-\s*(\d{1,2}):(\d\d)\s*$/.exec(part) ?? [];
    const [fromH = 99, fromM = 99, toH = 99, toM = 99] = numbers.map(Number);
    const [fromMin, until] = [fromH * 60 + fromM, toH * 60 + toM];
    if (fromM > 59 || toM > 59 || fromMin >= DAY_MIN || until > DAY_MIN || until === fromMin) return null;
    const toMin = until < fromMin ? until + DAY_MIN : until;
    spans.push({ fromMin, toMin: toMin === DAY_MIN * 2 ? DAY_MIN : toMin });
  }
  return spans.length > MAX_SPANS ? null : spans;
}
