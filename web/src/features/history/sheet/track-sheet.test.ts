import type { Stop, Trip } from '@milepost/contract/fact-operations';
import { expect, test } from 'vitest';
import { entriesOf } from '../entries.ts';
import { placedEntries } from '../track/placed-entries.ts';
import { trackSheet } from './track-sheet.ts';

const DAY = { from: Date.UTC(2026, 10, 20), to: Date.UTC(2026, 10, 21) };
const at = (hour: number) => new Date(DAY.from + hour * 3_600_000).toISOString();
const place = { lat: -34.9, lon: -56.2 };
const noLegs = { legs: {}, notes: [], drivers: [], holes: 0, bridgedM: 0, overspeeds: 0, odometerM: null };
const trip = (id: number, from: number, to: number, distanceM: number) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields that are read
  ({
    ...noLegs,
    id,
    start: at(from),
    end: at(to),
    durationS: (to - from) * 3600,
    distanceM,
    startPlace: place,
    endPlace: place,
    startAddress: 'Harbour',
    endAddress: 'Market',
  }) as unknown as Trip;
const stop = (id: number, from: number, to: number) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields that are read
  ({
    id,
    start: at(from),
    end: at(to),
    durationS: (to - from) * 3600,
    unseenS: 0,
    place,
    address: null,
  }) as unknown as Stop;

const totals = {
  distanceM: 26_000,
  trips: 2,
  tripsBefore: 0,
  drivingS: 7200,
  standingS: 10_800,
  idleS: 600,
  engineKnownS: 18_000,
  unseenS: 0,
  towS: 0,
  towM: 0,
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- called only with key and values
const words = ((key: string, values?: Record<string, unknown>) =>
  key === 'history.sheet.way'
    ? `${String(values?.['from'])} > ${String(values?.['to'])}`
    : key) as unknown as Parameters<typeof trackSheet>[0];
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields that are read
const typedTotals = totals as Parameters<typeof trackSheet>[1]['vehicles'][number]['totals'];

test('the table has trips and stops in order of time, and each stop the number that it has on the map', () => {
  const facts = { trips: [trip(1, 8, 9, 20_000), trip(2, 11, 12, 6000)], stops: [stop(5, 9, 11), stop(6, 12, 13)] };
  const entries = entriesOf({ ...facts, tows: [], alarms: [], totals }, DAY);
  const sheet = trackSheet(words, {
    organisation: 'Sol',
    madeAt: '',
    ...DAY,
    vehicles: [{ registration: 'SAX 1', entries, totals: typedTotals }],
  });
  const [only] = sheet.parts;
  expect([sheet.parts.length, only?.heading]).toEqual([1, null]);
  expect(only?.rows.map(([number, what, , , where]) => [number, what, where])).toEqual([
    ['', 'history.sheet.trip', 'Harbour > Market'],
    ['1', 'history.sheet.stop', '-34.90000, -56.20000'],
    ['', 'history.sheet.trip', 'Harbour > Market'],
    ['2', 'history.sheet.stop', '-34.90000, -56.20000'],
  ]);
  expect(placedEntries(entries).map(({ number }) => number)).toEqual([1, 2]);
  for (const row of only?.rows ?? []) expect(row).toHaveLength(sheet.columns.length);
});

/** A trip of an hour from the given hour of the day on, and a stop after it. */
const entriesFrom = (from: number) => {
  const facts = { trips: [trip(1, from, from + 1, 9000)], stops: [stop(2, from + 1, from + 2)] };
  return entriesOf({ ...facts, tows: [], alarms: [], totals }, DAY);
};

test('several vehicles are all on the sheet, each with its letter before the numbers of its stops', () => {
  const sheet = trackSheet(words, {
    organisation: 'Sol',
    madeAt: '',
    ...DAY,
    vehicles: [
      { registration: 'SAX 1', entries: entriesFrom(8), totals: typedTotals },
      { registration: 'SAX 2', entries: entriesFrom(10), totals: { ...typedTotals, distanceM: 5000 } },
    ],
  });
  expect(sheet.title).toBe('SAX 1, SAX 2');
  expect(sheet.parts.map(({ heading }) => heading)).toEqual([
    { letter: 'A', registration: 'SAX 1' },
    { letter: 'B', registration: 'SAX 2' },
  ]);
  expect(sheet.parts.map(({ rows }) => rows.map(([number]) => number))).toEqual([
    ['', 'A1'],
    ['', 'B1'],
  ]);
  const [first, second] = sheet.parts.map(({ figures }) => figures[0]?.[1]);
  expect(first).not.toBe(second);
});
