/** An event of RFC 5545. */
export interface IcalEvent {
  /** The same for one entry at every fetch, and unique to it. */
  uid: string;
  /** A whole day, `YYYY-MM-DD`, or a period; without an end it has no duration. */
  at: { day: string } | { from: Date; to: Date | null };
  summary: string;
  description: string;
  /** The link to it; null for none. */
  url: string | null;
  category: string;
}

export interface IcalCalendar {
  name: string;
  /** IANA name of the zone whose days it shows. */
  timeZone: string;
  /** The time of its creation. */
  now: Date;
  events: readonly IcalEvent[];
}

/** The maximum of octets in a content line without its end (section 3.1). */
const LINE_OCTETS = 75;
const DAY_MS = 86_400_000;

/**
 * A calendar in the format of RFC 5545, with the properties of RFC 7986 in addition to the older ones that calendars
 * support. Times are in UTC, so that no time zone must be defined.
 */
export const writeIcal = ({ name, timeZone, now, events }: IcalCalendar): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Milepost//Milepost//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');

const eventLines = ({ uid, at, summary, description, url, category }: IcalEvent, now: Date): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${utc(now)}`,
  ...('day' in at
    ? // The end is the first day after it. Marked as free, since nobody is busy because a document expires.
      [`DTSTART;VALUE=DATE:${date(at.day)}`, `DTEND;VALUE=DATE:${date(nextDay(at.day))}`, 'TRANSP:TRANSPARENT']
    : [`DTSTART:${utc(at.from)}`, ...(at.to === null ? [] : [`DTEND:${utc(at.to)}`])]),
  `SUMMARY:${escaped(summary)}`,
  ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
  `CATEGORIES:${escaped(category)}`,
  ...(url === null ? [] : [`URL:${url}`]),
  'END:VEVENT',
];

const date = (day: string) => day.replaceAll('-', '');
const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
/** `20261122T134500Z` (section 3.3.5, form 2). */
const utc = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** A value of the type TEXT (section 3.3.11), without control characters, which are not allowed in it. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

/** Folds lines to at most 75 octets, never within a character; each continuation begins with a space. */
function folded(line: string): string {
  const lines: string[] = [];
  let [part, octets] = ['', 0];
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (octets + size > LINE_OCTETS) {
      lines.push(part);
      [part, octets] = [' ', 1];
    }
    part += letter;
    octets += size;
  }
  return [...lines, part].join('\r\n');
}
