import type { Trip } from '@milepost/contract/fact-operations';
import { beforeAll, expect, test } from 'vitest';
import { NO_ZONES, setFormat } from '../../text/format-settings.ts';
import { i18n, loadTexts, startTexts } from '../../text/i18n.ts';
import { dayLines, tripLines } from './day-why-text.ts';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
  setFormat({ language: 'en', units: 'metric', ...NO_ZONES });
});

const { t } = i18n;
const DAY = { from: Date.parse('2026-11-20T00:00:00Z'), to: Date.parse('2026-11-21T00:00:00Z') };

const trip = (id: number, start: string, end: string, more: Partial<Trip> = {}): Trip => ({
  id,
  vehicleId: 1,
  start: `2026-11-${start}:00Z`,
  end: `2026-11-${end}:00Z`,
  durationS: (Date.parse(`2026-11-${end}:00Z`) - Date.parse(`2026-11-${start}:00Z`)) / 1000,
  startPlace: { lat: 0, lon: 0 },
  endPlace: { lat: 0, lon: 0 },
  startAddress: null,
  endAddress: null,
  startReason: 'movement',
  endReason: 'movement',
  distanceM: 10_000,
  idleS: 0,
  engineSource: 'wire',
  unseenS: 0,
  averageKph: 30,
  maxKph: 50,
  overspeeds: 0,
  holes: 0,
  bridgedM: 0,
  odometerM: null,
  legs: {},
  notes: [],
  drivers: [],
  ...more,
});
const TOTALS = {
  distanceM: 14_600,
  drivingS: 0,
  standingS: 0,
  idleS: 0,
  stopS: 0,
  unseenS: 12_000,
  engineKnownS: 0,
  tows: 1,
  towM: 900,
  towS: 600,
  trips: 1,
  tripsBefore: 0,
};
const FACTS = {
  trips: [
    trip(1, '19T23:41', '20T00:19', { distanceM: 9200, legs: { wildFix: { legs: 1, distanceM: 3000 } } }),
    trip(2, '20T08:00', '20T08:30', {
      holes: 1,
      bridgedM: 1200,
      legs: { wildFix: { legs: 2, distanceM: 1000 }, parkedNoise: { legs: 9, distanceM: 120 } },
    }),
  ],
  tows: [],
  totals: TOTALS,
};

test('the trips of a day add up to its distance, and one from before midnight shows its part before', () => {
  expect(tripLines(t, FACTS, DAY).map(({ text }) => text)).toEqual(['23:41 – 00:19: 4.6 km', '08:00 – 08:30: 10.0 km']);
  expect(tripLines(t, FACTS, DAY)[0]?.rule).toContain('4.6 km of it before this day');
});

test('legs left out, straight lines, tows and unknown time are listed for the day', () => {
  const lines = dayLines(t, FACTS, DAY).map(({ text }) => text);
  expect(lines).toEqual([
    'Sum of the distances between GPS positions: 14.6 km',
    '1.2 km of it is a straight line over 1 data gap.',
    '4.0 km left out, 3 legs: an impossible position.',
    '120 m left out, 9 legs: GPS drift while parked.',
    '900 m in 1 tow, not included.',
    'No data was received for 3 h 20 of the day.',
    'For a trip past midnight, everything left out of the whole trip is listed.',
  ]);
});

const lineKeys = (trips: Trip[]) => dayLines(t, { ...FACTS, trips }, DAY).map(({ key }) => key);

test('the odometer of a day is shown if each trip has it', () => {
  const both = [trip(1, '20T08:00', '20T08:30', { odometerM: 10_100 }), trip(2, '20T09:00', '20T09:30')];
  expect(lineKeys(both)).not.toContain('odometer');
  expect(lineKeys(both.slice(0, 1))).toContain('odometer');
});
