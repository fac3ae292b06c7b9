import type { Idle, Stop, Trip } from '@milepost/contract/fact-routes';
import { expect, test } from 'vitest';
import { bandsOf, totalsOf } from './timeline-bands.ts';

const at = (clock: string) => `2026-11-20T${clock}:00.000Z`;
const span = (start: string, end: string | null, durationS = 0) => ({
  id: 1,
  vehicleId: 1,
  start: at(start),
  end: end === null ? null : at(end),
  durationS: end === null ? durationS : (Date.parse(at(end)) - Date.parse(at(start))) / 1000,
});
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
  averageKph: 30,
  maxKph: 62,
  overspeeds: 0,
  holes: 0,
  bridgedM: 0,
  odometerM: null,
  legs: {},
  notes: [],
  ...more,
});
const stop = (start: string, end: string | null, durationS = 0): Stop => ({
  ...span(start, end, durationS),
  place,
  address: 'Market',
  startReason: 'ignition',
  idleS: 0,
});
const idle = (start: string, end: string): Idle => ({ ...span(start, end), place });
const kinds = (facts: Parameters<typeof bandsOf>[0]) =>
  bandsOf(facts).map(({ kind, start, end }) => `${kind} ${start.slice(11, 16)}–${end.slice(11, 16)}`);

test('trips and stops in order of time, on them holes, on them idling', () => {
  const hole = { reason: 'dataGap' as const, from: at('08:20'), to: at('08:40'), distanceM: 5000 };
  const noise = { reason: 'parkedNoise' as const, from: at('08:01'), to: at('08:02'), distanceM: 50 };
  const facts = {
    trips: [trip('08:00', '09:00', 30_000, { notes: [noise, hole] })],
    stops: [stop('07:00', '08:00'), stop('09:00', '10:00')],
    idles: [idle('08:50', '08:55')],
  };
  expect(kinds(facts)).toEqual([
    'standing 07:00–08:00',
    'driving 08:00–09:00',
    'standing 09:00–10:00',
    'gap 08:20–08:40',
    'idling 08:50–08:55',
  ]);
});

test('a trip that nobody saw is a hole from end to end', () => {
  const unseen = trip('08:00', '09:00', 30_000, { startReason: 'dataGap', endReason: 'dataGap', bridgedM: 30_000 });
  expect(kinds({ trips: [unseen], stops: [], idles: [] })).toEqual(['gap 08:00–09:00']);
});

test('what goes on reaches to the newest moment that is known of it', () => {
  const [band] = bandsOf({ trips: [trip('08:00', null, 3000)], stops: [], idles: [] });
  expect(band).toMatchObject({ end: at('08:10'), open: true, distanceM: 3000, place: 'Harbour' });
});

test('totals: idling is no driving, and of a trip over the edge the part within counts by time', () => {
  const facts = {
    // 07:30 to 08:30: half of it after 08:00.
    trips: [trip('07:30', '08:30', 20_000), trip('09:00', '09:30', 10_000)],
    stops: [stop('08:30', '09:00'), stop('09:30', '12:00')],
    idles: [idle('07:50', '08:10'), idle('09:10', '09:15'), idle('09:30', '09:32')],
  };
  expect(totalsOf(facts, { from: Date.parse(at('08:00')), to: Date.parse(at('10:00')) })).toEqual({
    distanceM: 20_000,
    // 30 min less 10 of idling, and 30 min less 5.
    drivingS: 45 * 60,
    idleS: 17 * 60,
    stopS: 60 * 60,
    // The other one began before.
    trips: 1,
  });
  expect(totalsOf(facts, { from: 0, to: Infinity, distanceM: 31_234 }).distanceM).toBe(31_234);
});
