import { formatSettings } from '../../text/format-settings.ts';

/** Formatters by zone, cached because creating one takes longer than a thousand uses. */
const made = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  let format = made.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    made.set(zone, format);
  }
  return format;
}

const two = (value: number) => String(Math.floor(value)).padStart(2, '0');

/** A time as ISO 8601 with the offset of the person's zone: "2026-07-31T18:05:09-03:00"; in UTC itself with "Z". */
export function zonedIso(when: Date, zone: string = formatSettings().timeZone): string {
  const wall = wallClock(when, zone).replace(' ', 'T');
  const minutes = Math.round((Date.parse(`${wall}Z`) - when.getTime()) / 60_000);
  if (minutes === 0) return `${wall}Z`;
  return `${wall}${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** A local time in the person's zone: "2026-07-31 18:05:09". Sorts as text. */
export function wallClock(when: Date, zone: string = formatSettings().timeZone): string {
  const parts = new Map(
    formatter(zone)
      .formatToParts(when)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const year = part('year').padStart(4, '0');
  return `${year}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
}
