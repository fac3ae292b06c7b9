/**
 * Local days of a time zone, as pure functions: the zone is an input, and no clock is read. Times are epoch
 * milliseconds.
 */

export interface LocalDay {
  /** In the form `2026-03-29`. */
  day: string;
  /** First moment of the day, and of the next: 23 or 25 hours apart when clocks are changed. */
  startMs: number;
  endMs: number;
}

const DAY_MS = 86_400_000;
/** All zones today change on a quarter of an hour, and differ from UTC by whole quarters. */
const QUARTER_MS = 900_000;

/** The number of offsets cached for all zones together. */
const MAX_OFFSETS = 100_000;

const offsets = new Map<string, Map<number, number>>();
let remembered = 0;
const formats = new Map<string, Intl.DateTimeFormat>();
const days = new Map<string, LocalDay>();

/**
 * Returns how far a zone's clocks are ahead of UTC at a moment, in milliseconds.
 * @throws RangeError for a zone that does not exist
 */
export function offsetMs(zone: string, ms: number): number {
  if (zone === 'UTC') return 0;
  if (remembered >= MAX_OFFSETS) forgetOffsets();
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

/**
 * Returns the local day that contains a moment.
 * @throws RangeError for a zone that does not exist
 */
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

/** Returns midnight; the first of two where clocks go back to it; the moment after the change where they skip it. */
function startOf(zone: string, number: number): number {
  const estimate = number * DAY_MS - offsetMs(zone, number * DAY_MS);
  if (zone === 'UTC') return estimate;
  for (let ms = estimate + 3 * 3_600_000; ms >= estimate - 3 * 3_600_000; ms -= QUARTER_MS) {
    if (dayNumber(zone, ms) >= number && dayNumber(zone, ms - QUARTER_MS) < number) return ms;
  }
  return estimate;
}

/**
 * Weekly hours: for each weekday, Monday first, spans of local minutes since midnight, `from` inclusive, `to`
 * exclusive.
 */
export type WeeklyHours = readonly (readonly { fromMin: number; toMin: number }[])[];

/** Returns the weekday of a moment in a zone's local time, 0 for Monday. */
export function weekdayOf(zone: string, ms: number): number {
  // 1970-01-01 was a Thursday, the fourth day of a week that begins on Monday.
  return (((Math.floor((ms + offsetMs(zone, ms)) / DAY_MS) + 3) % 7) + 7) % 7;
}

/** True when a moment lies within weekly hours of a zone. */
export function withinHours(hours: WeeklyHours, zone: string, ms: number): boolean {
  const local = ms + offsetMs(zone, ms);
  const weekday = weekdayOf(zone, ms);
  const minute = (((local % DAY_MS) + DAY_MS) % DAY_MS) / 60_000;
  return (hours[weekday] ?? []).some(({ fromMin, toMin }) => minute >= fromMin && minute < toMin);
}
