// Parsed with ical.js of Mozilla, an independent implementation.
import { assert, constantFrom, oneof, property, string } from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { type IcalEvent, writeIcal } from './ical.ts';

const EVENT: IcalEvent = {
  uid: 'task-1@fleet.example.org',
  at: { day: '2026-02-28' },
  summary: 'Call the workshop',
  description: '',
  url: null,
  category: 'Task',
};
const NOW = new Date('2026-01-02T03:04:05.678Z');
const write = (...events: Partial<IcalEvent>[]) =>
  writeIcal({
    name: 'Milepost: North',
    timeZone: 'America/Montevideo',
    now: NOW,
    events: events.map((event) => ({ ...EVENT, ...event })),
  });
const calendarOf = (text: string) => new ICAL.Component(ICAL.parse(text));
const eventsOf = (text: string) =>
  calendarOf(text)
    .getAllSubcomponents('vevent')
    .map((one) => new ICAL.Event(one));

test('a whole calendar is written as in RFC 5545', () => {
  const timed = { from: new Date('2026-03-01T11:30:00Z'), to: new Date('2026-03-01T23:00:00Z') };
  expect(write({ url: 'https://fleet.example.org/apps/tasks?open=1' }, { uid: 'assignment-2@x', at: timed })).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Milepost//Milepost//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:Milepost: North',
      'X-WR-CALNAME:Milepost: North',
      'X-WR-TIMEZONE:America/Montevideo',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VEVENT',
      'UID:task-1@fleet.example.org',
      'DTSTAMP:20260102T030405Z',
      'DTSTART;VALUE=DATE:20260228',
      'DTEND;VALUE=DATE:20260301',
      'TRANSP:TRANSPARENT',
      'SUMMARY:Call the workshop',
      'CATEGORIES:Task',
      'URL:https://fleet.example.org/apps/tasks?open=1',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:assignment-2@x',
      'DTSTAMP:20260102T030405Z',
      'DTSTART:20260301T113000Z',
      'DTEND:20260301T230000Z',
      'SUMMARY:Call the workshop',
      'CATEGORIES:Task',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

test('days and times are read back unchanged', () => {
  const [day, time, begun] = eventsOf(
    write(
      {},
      { at: { from: new Date('2026-03-29T00:30:00Z'), to: new Date('2026-03-29T01:30:00Z') } },
      { at: { from: new Date('2026-03-29T00:30:00Z'), to: null } },
    ),
  );
  expect(day?.startDate.isDate).toBe(true);
  expect([day?.startDate.toString(), day?.endDate.toString()]).toEqual(['2026-02-28', '2026-03-01']);
  expect(time?.startDate.toJSDate()).toEqual(new Date('2026-03-29T00:30:00Z'));
  expect(time?.duration.toSeconds()).toBe(3600);
  expect(begun?.component.getFirstProperty('dtend')).toBeNull();
});

test('no line is longer than 75 octets, and none is broken within a character (section 3.1)', () => {
  const text = write({ summary: 'é'.repeat(100) }, { summary: '🚚'.repeat(60) }, { summary: 'x'.repeat(67) });
  for (const line of text.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toContain('\uFFFD');
  }
  // "SUMMARY:" and 67 letters are 75 octets: one line.
  expect(text).toContain(`\r\nSUMMARY:${'x'.repeat(67)}\r\n`);
});

test('any text is read back unchanged: separators, ends of lines, other scripts', () => {
  const words = string({ unit: 'binary', maxLength: 200 }).filter((text) => text.isWellFormed());
  const separators = string({
    unit: constantFrom('\\', ';', ',', '\n', '\r', ':', '"', 'n', 'é', '़'),
    maxLength: 150,
  });
  assert(
    property(oneof(words, separators), (summary) => {
      const [event] = eventsOf(write({ summary }));
      // A value contains no control characters except tabs, and has one kind of line ending.
      expect(event?.summary ?? '').toBe(summary.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, ''));
    }),
  );
});
