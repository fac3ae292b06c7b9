import type { AlarmFact, Stop, Tow, Trip } from '@milepost/contract/fact-operations';
import { expect, test } from 'vitest';
import { entriesOf, entryAt } from './entries.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20) + minutes * 60_000).toISOString();
const ms = (minutes: number) => Date.parse(at(minutes));

const trip = (id: number, from: number, to: number | null, more: Partial<Trip> = {}): Trip => ({
  id,
  vehicleId: 1,
  start: at(from),
  end: to === null ? null : at(to),
  durationS: ((to ?? from) - from) * 60,
  startPlace: { lat: 0, lon: 0 },
  endPlace: { lat: 0, lon: 0 },
  startAddress: null,
  endAddress: null,
  startReason: 'ignition',
  endReason: null,
  distanceM: 1000,
  idleS: 60,
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
const stop = (id: number, from: number, to: number): Stop => ({
  id,
  vehicleId: 1,
  start: at(from),
  end: at(to),
  durationS: (to - from) * 60,
  place: { lat: 0, lon: 0 },
  address: null,
  startReason: 'ignition',
  idleS: 120,
  engineSource: 'wire',
  unseenS: 0,
});
const alarm = (id: number, from: number): AlarmFact => ({
  id,
  vehicleId: 1,
  ruleId: 1,
  ruleName: 'Too fast',
  severity: 'minor',
  start: at(from),
  lastAt: at(from),
  clearedAt: null,
  acknowledgedAt: null,
  count: 1,
  place: null,
  value: null,
  about: null,
});

const tow = (id: number, from: number, to: number): Tow => ({
  id,
  vehicleId: 1,
  start: at(from),
  end: at(to),
  durationS: (to - from) * 60,
  startPlace: { lat: 0, lon: 0 },
  endPlace: { lat: 0, lon: 0 },
  startAddress: null,
  endAddress: null,
  distanceM: 3600,
  maxKph: 28,
  unseenS: 0,
  engineSource: 'wire',
});

const DAY = {
  trips: [trip(1, 10, 30), trip(2, 40, null)],
  stops: [stop(5, 0, 10), stop(6, 30, 40)],
  tows: [],
  alarms: [alarm(9, 20)],
  totals: { distanceM: 2000, towM: 0 },
};
const RANGE = { from: ms(0), to: ms(1440) };

test('the list is in order of time, stops are numbered, and at equal times a stop precedes a trip', () => {
  const entries = entriesOf({ ...DAY, alarms: [alarm(9, 40)] }, RANGE);
  expect(entries.map(({ key }) => key)).toEqual(['stop-5', 'trip-1', 'stop-6', 'trip-2', 'alarm-9']);
  expect(entries.flatMap((entry) => (entry.kind === 'stop' ? [entry.number] : []))).toEqual([1, 2]);
});

test('a tow is listed among trips and stops, and can be in progress like them', () => {
  const entries = entriesOf({ ...DAY, trips: [trip(1, 10, 30)], tows: [tow(3, 40, 55)] }, RANGE);
  expect(entries.map(({ key }) => key)).toEqual(['stop-5', 'trip-1', 'alarm-9', 'stop-6', 'tow-3']);
  expect(entryAt(entries, ms(50))?.key).toBe('tow-3');
});

test('the entry at a moment is the last begun that has not ended; alarms are not a state of the vehicle', () => {
  const entries = entriesOf(DAY, RANGE);
  const keyAt = (minutes: number) => entryAt(entries, ms(minutes))?.key;
  expect([keyAt(-1), keyAt(0), keyAt(10), keyAt(20), keyAt(30), keyAt(40), keyAt(5000)]).toEqual([
    undefined,
    'stop-5',
    'trip-1',
    'trip-1',
    'stop-6',
    'trip-2',
    'trip-2',
  ]);
});

test('a trip from before the range shows its part before, and the list adds up to the total', () => {
  const early = { ...trip(1, -20, 20), distanceM: 9200 };
  const totals = { distanceM: 5600, towM: 0 };
  const entries = entriesOf({ ...DAY, trips: [early, trip(2, 40, 60)], totals }, RANGE);
  const shown = entries.flatMap((entry) => (entry.kind === 'trip' ? [entry.edge?.within ?? entry.trip.distanceM] : []));
  expect(shown).toEqual([4600, 1000]);
});
