/** Local days of a time zone, pure: the zone is an input, and no clock is read. Times are epoch milliseconds. */

export interface LocalDay {
  /** As `2026-03-29`. */
  day: string;
  /** First moment of the day, and of the next: 23 or 25 hours apart where clocks are changed. */
  startMs: number;
  endMs: number;
}

const DAY_MS = 86_400_000;
/** All zones of our time change on a quarter of an hour, and are whole quarters from UTC. */
const QUARTER_MS = 900_000;

/** Remembered in all, whatever the number of zones. */
const MOST_OFFSETS = 100_000;

const offsets = new Map<string, Map<number, number>>();
let remembered = 0;
const formats = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, LocalDay>();

/**
 * How far a zone's clocks are ahead of UTC at a moment, in milliseconds.
 * @throws RangeError for a zone that does not exist
 */
export function offsetMs(zone: string, ms: number): number {
  if (zone === 'UTC') return 0;
  if (remembered >= MOST_OFFSETS) forgetOffsets();
  let known = offsets.get(zone);
  if (!known) offsets.set(zone, (known = new Map()));
  const quarter = Math.floor(ms / QUARTER_MS);
  let offset = known.get(quarter);
  if (offset === undefined) {
    offset = readOffset(zone, quarter * QUARTER_MS);
    known.set(quarter, offset);
    remembered += 1;
  }
  return offset;
}

function forgetOffsets(): void {
  offsets.clear();
  formats.clear();
  remembered = 0;
}

function readOffset(zone: string, ms: number): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(ms)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

/** The local day that holds a moment. @throws RangeError for a zone that does not exist */
export function localDay(zone: string, ms: number): LocalDay {
  const number = dayNumber(zone, ms);
  const key = `${zone} ${number}`;
  const known = days.get(key);
  if (known) return known;
  const found = {
    day: new Date(number * DAY_MS).toISOString().slice(0, 10),
    startMs: startOf(zone, number),
    endMs: startOf(zone, number + 1),
  };
  if (days.size > 5000) days.clear();
  days.set(key, found);
  return found;
}

function dayNumber(zone: string, ms: number): number {
  return Math.floor((ms + offsetMs(zone, ms)) / DAY_MS);
}

/** Midnight, the first of two where clocks go back to it; where they skip it, the moment after the change. */
function startOf(zone: string, number: number): number {
  const estimate = number * DAY_MS - offsetMs(zone, number * DAY_MS);
  if (zone === 'UTC') return estimate;
  for (let ms = estimate + 3 * 3_600_000; ms >= estimate - 3 * 3_600_000; ms -= QUARTER_MS) {
    if (dayNumber(zone, ms) >= number && dayNumber(zone, ms - QUARTER_MS) < number) return ms;
  }
  return estimate;
}

/** Weekly hours: for each weekday, Monday first, spans of local minutes since midnight, `from` up to but not `to`. */
export type WeeklyHours = readonly (readonly { fromMin: number; toMin: number }[])[];

/** The weekday of a moment on the clocks of a zone, 0 for Monday. */
export function weekdayOf(zone: string, ms: number): number {
  // 1970-01-01 was a Thursday, the fourth day of a week that begins on Monday.
  return (((Math.floor((ms + offsetMs(zone, ms)) / DAY_MS) + 3) % 7) + 7) % 7;
}

/** Whether a moment lies in weekly hours of a zone. */
export function withinHours(hours: WeeklyHours, zone: string, ms: number): boolean {
  const local = ms + offsetMs(zone, ms);
  const weekday = weekdayOf(zone, ms);
  const minute = (((local % DAY_MS) + DAY_MS) % DAY_MS) / 60_000;
  return (hours[weekday] ?? []).some(({ fromMin, toMin }) => minute >= fromMin && minute < toMin);
}
