/** An event as RFC 5545 has it. */
export interface IcalEvent {
  /** The same for the same thing at every fetch, and of no other. */
  uid: string;
  /** A whole day, `YYYY-MM-DD`, or from when to when; without an end it takes no time. */
  at: { day: string } | { from: Date; to: Date | null };
  summary: string;
  description: string;
  /** What leads to it; null: nothing. */
  url: string | null;
  category: string;
}

export interface IcalCalendar {
  name: string;
  /** IANA name of the zone whose days it shows. */
  timeZone: string;
  /** When it was made. */
  now: Date;
  events: readonly IcalEvent[];
}

/** Most octets of a content line without its end (section 3.1). */
const LINE_OCTETS = 75;
const DAY_MS = 86_400_000;

/**
 * A calendar in the format of RFC 5545, with names of RFC 7986 beside those that calendars knew before. Times are in UTC,
 * so that they need no definition of a zone.
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
    ? // The end is the first day that is no longer of it; nobody is busy because a paper runs out.
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

/** A value of the type TEXT (section 3.3.11), without control characters, which it cannot hold. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

/** Lines of at most 75 octets, never broken within a character; each but the first begins with a space. */
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
