import type { Idle, Stop, Tow, Trip } from '@milepost/contract/fact-operations';
import { describe, expect, test } from 'vitest';
import { bandsOf } from './bands.ts';
import { spanTotals } from './span-totals.ts';

const at = (clock: string) => `2026-11-20T${clock}:00.000Z`;
const span = (start: string, end: string | null, durationS = 0) => ({
  id: 1,
  vehicleId: 1,
  start: at(start),
  end: end === null ? null : at(end),
  durationS: end === null ? durationS : (Date.parse(at(end)) - Date.parse(at(start))) / 1000,
});
/** Without a stored day and without a present silence. */
const ALONE = { stored: undefined, silence: undefined, unknownInStops: new Map<number, [number, number][]>() };
const place = { lat: 0, lon: 0 };
const trip = (start: string, end: string | null, distanceM: number, more: Partial<Trip> = {}): Trip => ({
  ...span(start, end, 600),
  startPlace: place,
  endPlace: place,
  startAddress: 'Harbour',
  endAddress: 'Market',
  startReason: 'ignition',
  endReason: 'ignition',
  distanceM,
  idleS: 0,
  engineSource: 'wire',
  unseenS: 0,
  averageKph: 30,
  maxKph: 62,
  overspeeds: 0,
  holes: 0,
  bridgedM: 0,
  odometerM: null,
  legs: {},
  notes: [],
  drivers: [],
  ...more,
});
const stop = (start: string, end: string | null, more: Partial<Stop> = {}): Stop => ({
  ...span(start, end, 0),
  place,
  address: 'Market',
  startReason: 'ignition',
  idleS: 0,
  engineSource: 'wire',
  unseenS: 0,
  ...more,
});
const idle = (start: string, end: string): Idle => ({ ...span(start, end), place, engineSource: 'voltage' });
const tow = (start: string, end: string, more: Partial<Tow> = {}): Tow => ({
  ...span(start, end),
  startPlace: place,
  endPlace: place,
  startAddress: 'Market',
  endAddress: 'Yard',
  distanceM: 3600,
  maxKph: 28,
  unseenS: 0,
  engineSource: 'wire',
  ...more,
});
const NONE = { trips: [], stops: [], idles: [], tows: [] };
const kinds = (facts: Parameters<typeof bandsOf>[0]) =>
  bandsOf(facts).map(({ kind, start, end }) => `${kind} ${start.slice(11, 16)}–${end.slice(11, 16)}`);

test('trips and stops are in order of time, over them data gaps, over these idling', () => {
  const gap = { reason: 'dataGap' as const, from: at('08:20'), to: at('08:40'), distanceM: 5000 };
  const noise = { reason: 'parkedNoise' as const, from: at('08:01'), to: at('08:02'), distanceM: 50 };
  const facts = {
    ...NONE,
    trips: [trip('08:00', '09:00', 30_000, { notes: [noise, gap], unseenS: 1200 })],
    stops: [stop('07:00', '08:00'), stop('09:00', '10:00')],
    idles: [idle('08:50', '08:55')],
  };
  expect(kinds(facts)).toEqual([
    'standing 07:00–08:00',
    'driving 08:00–09:00',
    'standing 09:00–10:00',
    'unknown 08:20–08:40',
    'idling 08:50–08:55',
  ]);
});

test('trips and stops without data are unknown, and so is the time between facts', () => {
  const trips = [trip('08:00', '09:00', 30_000, { unseenS: 3600, bridgedM: 30_000 })];
  const stops = [stop('09:00', '10:00', { unseenS: 3600 }), stop('12:00', '13:00', { unseenS: 600 })];
  expect(kinds({ ...NONE, trips, stops })).toEqual([
    'unknown 08:00–09:00',
    'unknown 09:00–10:00',
    'unknown 10:00–12:00',
    'standing 12:00–13:00',
  ]);
});

test('a tow is a band of its own, and bands contain the engine source', () => {
  const facts = {
    ...NONE,
    stops: [stop('07:00', '08:00')],
    tows: [tow('08:00', '08:20')],
    idles: [idle('07:10', '07:20')],
  };
  expect(bandsOf(facts).map(({ kind, engineSource }) => [kind, engineSource])).toEqual([
    ['standing', 'wire'],
    ['tow', 'wire'],
    ['idling', 'voltage'],
  ]);
  expect(bandsOf(facts)[1]).toMatchObject({ distanceM: 3600, maxKph: 28, place: 'Market', endPlace: 'Yard' });
});

test('an open fact extends to its newest known time', () => {
  const [band] = bandsOf({ ...NONE, trips: [trip('08:00', null, 3000)] });
  expect(band).toMatchObject({ end: at('08:10'), open: true, distanceM: 3000, place: 'Harbour' });
});

test('totals: idling is not driving, and a trip across the edge counts by its time within', () => {
  const facts = {
    ...NONE,
    // The first trip lasts from 07:30 to 08:30: half of it is after 08:00.
    trips: [trip('07:30', '08:30', 20_000), trip('09:00', '09:30', 10_000)],
    stops: [stop('08:30', '09:00'), stop('09:30', '12:00')],
    idles: [idle('07:50', '08:10'), idle('09:10', '09:15'), idle('09:30', '09:32')],
  };
  expect(spanTotals(facts, { from: Date.parse(at('08:00')), to: Date.parse(at('10:00')) }, ALONE)).toEqual({
    distanceM: 20_000,
    // Driving: 30 min less 10 min of idling, and 30 min less 5 min.
    drivingS: 45 * 60,
    // Standing: an hour in stops, and 10 and 5 min of idling in trips.
    standingS: 75 * 60,
    idleS: 17 * 60,
    stopS: 60 * 60,
    unseenS: 0,
    // All engine time is known by the wire: two hours.
    engineKnownS: 2 * 3600,
    tows: 0,
    towM: 0,
    towS: 0,
    // The other trip began before the range.
    trips: 1,
    tripsBefore: 1,
  });
});

test('totals: unknown time is neither driving nor standing, and a tow is not a trip', () => {
  const facts = {
    ...NONE,
    // 20 of the trip's 60 minutes are unknown: half of them in its second half.
    trips: [trip('08:00', '09:00', 30_000, { unseenS: 1200, engineSource: 'movement' })],
    stops: [stop('09:00', '10:00', { unseenS: 600 })],
    tows: [tow('10:30', '11:00', { unseenS: 300 })],
  };
  const range = { from: Date.parse(at('08:30')), to: Date.parse(at('12:00')) };
  expect(spanTotals(facts, range, ALONE)).toEqual({
    distanceM: 15_000,
    drivingS: 20 * 60,
    standingS: 50 * 60,
    idleS: 0,
    stopS: 50 * 60,
    // Unknown minutes: 10 in the trip, 10 in the stop, 30 between stop and tow, 5 in the tow.
    unseenS: 55 * 60,
    // The engine is unknown during the trip.
    engineKnownS: (50 + 25) * 60,
    tows: 1,
    towM: 3600,
    towS: 25 * 60,
    trips: 0,
    tripsBefore: 1,
  });
});

/** Minutes of driving, standing and unknown time. */
const hour = (from: string, to: string, trips: Trip[], idles: Idle[]) => {
  const range = { from: Date.parse(at(from)), to: Date.parse(at(to)) };
  const { drivingS, standingS, unseenS } = spanTotals({ ...NONE, trips, idles }, range, ALONE);
  return [drivingS, standingS, unseenS].map((s) => s / 60);
};

describe('totals: the parts of a span with idling are never longer than the span if the trip was', () => {
  test('completely unknown', () => {
    const unseen = trip('08:00', '10:00', 40_000, { unseenS: 7200 });
    expect(hour('08:00', '09:00', [unseen], [idle('08:10', '08:15')])).toEqual([0, 0, 60]);
  });

  test('unknown in a part that its notes locate', () => {
    const notes: Trip['notes'] = [{ reason: 'dataGap', from: at('08:00'), to: at('08:50'), distanceM: 20_000 }];
    const partly = trip('08:00', '10:00', 40_000, { unseenS: 3000, notes });
    const idles = [idle('09:00', '09:40')];
    expect(hour('08:00', '09:00', [partly], idles)).toEqual([10, 0, 50]);
    expect(hour('09:00', '10:00', [partly], idles)).toEqual([20, 40, 0]);
    expect(hour('08:00', '10:00', [partly], idles)).toEqual([30, 40, 50]);
  });

  test('unknown in a part that cannot be located: half of it is in each half', () => {
    const partly = trip('08:00', '10:00', 40_000, { unseenS: 3600 });
    expect(hour('09:00', '10:00', [partly], [idle('09:00', '09:50')])).toEqual([0, 30, 30]);
  });
});

test('totals: the unknown times of a partial stop count where they were, and the rest is standing', () => {
  // Stood from 06:00 to 18:00, unknown from 08:00 to 12:00.
  const facts = { ...NONE, stops: [stop('06:00', '18:00', { unseenS: 4 * 3600 })] };
  const between = (from: string, to: string) => {
    const range = { from: Date.parse(at(from)), to: Date.parse(at(to)) };
    const unknownStops = new Map<number, [number, number][]>([
      [1, [[Date.parse(at('08:00')), Date.parse(at('12:00'))]]],
    ]);
    const { stopS, unseenS } = spanTotals(facts, range, { ...ALONE, unknownInStops: unknownStops });
    return [stopS / 3600, unseenS / 3600];
  };
  expect(between('06:00', '08:00')).toEqual([2, 0]);
  expect(between('07:00', '10:00')).toEqual([1, 2]);
  expect(between('12:00', '18:00')).toEqual([6, 0]);
  expect(between('06:00', '18:00')).toEqual([8, 4]);
});
