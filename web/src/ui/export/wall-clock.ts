import { formatSettings } from '../../text/format-settings.ts';

let made: { zone: string; format: Intl.DateTimeFormat } | undefined;

/** The formatter of the person's zone; kept, because making one takes longer than a thousand uses. */
function formatter(zone: string): Intl.DateTimeFormat {
  if (made?.zone !== zone) {
    const format = new Intl.DateTimeFormat('en-US', {
      ...(zone === '' ? {} : { timeZone: zone }),
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
    made = { zone, format };
  }
  return made.format;
}

/** A moment as the clock on the person's wall shows it: "2026-07-31 18:05:09". Sorts as text. */
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
