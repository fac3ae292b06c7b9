import { cityForTests } from '@milepost/city/testing';
import { DEPOTS, demoFleet } from '@milepost/simulator/fleet';
import { dayStart, localDay } from '@milepost/simulator/local-time';
import { RETAINED, Movement } from '@milepost/simulator/movement';
import { Recorder } from '@milepost/simulator/recorder';
import { Streets } from '@milepost/simulator/streets';
import { demoTours, type DrivenTour, tourDay } from '@milepost/simulator/tours';
import { beforeAll, expect, it } from 'vitest';
import type { Fence } from '../fence.ts';
import { indexFences } from '../build-fence-index.ts';
import type { Coordinates } from '../geo.ts';
import { positionHash } from '../report-hash.ts';
import type { Report } from '../report.ts';
import { contextOf, factsOf, ofKind } from '../testing/journey.fixture.ts';
import { alone } from '../testing/turns.fixture.ts';
import { matchRun } from './match-run.ts';
import type { RunFacts, RunPlan } from './run-plan.ts';

/** Monday 16 November 2026 in Montevideo. */
const MONDAY = localDay(Date.UTC(2026, 10, 16, 12));
const DAYS = [MONDAY];
const DEPOT = -1;

interface Driven {
  tour: DrivenTour;
  index: number;
  days: { day: number; facts: RunFacts }[];
}

let driven: Driven[];
beforeAll(() => {
  const city = cityForTests();
  const streets = new Streets(city.graph);
  const fleet = demoFleet(60);
  driven = demoTours(fleet, streets, city.outlets).map((tour) => {
    const index = fleet.findIndex(({ identity }) => identity === tour.identity);
    const vehicle = fleet[index];
    const depot = DEPOTS.find(({ id }) => id === tour.depot);
    if (!vehicle || !depot) throw new Error(`no vehicle or depot of ${tour.name}`);
    const movement = new Movement(vehicle, index, streets, city.outlets, MONDAY, RETAINED, tour);
    const recorder = new Recorder(vehicle, index, movement);
    // As on the server: every shop of the city with its radius, and the depot.
    const places = new Map<number, Coordinates>([
      [DEPOT, depot],
      ...city.outlets.map((shop, id) => [id + 1, shop] as const),
    ]);
    const fences = [...places].map(([id, centre]): Fence => ({
      id,
      shape: { kind: 'circle', centre, radiusM: id === DEPOT ? 100 : radiusOf(city.outlets[id - 1]?.kind) },
      speedLimitKph: null,
      schedule: null,
    }));
    const context = contextOf({ timeZone: 'America/Montevideo', places: indexFences(fences) });
    const reports = reportsOf(recorder, dayStart(MONDAY) - 3_600_000, dayStart(MONDAY + DAYS.length));
    const dwells = ofKind(factsOf(reports, context), 'stay').map((dwell) => {
      return { ...dwell, middle: places.get(dwell.placeId) ?? null };
    });
    return { tour, index, days: DAYS.map((day) => ({ day, facts: matchRun(planOf(tour, day), alone(dwells), true) })) };
  });
}, 120_000);

const radiusOf = (kind: string | undefined): number => (kind === 'supermarket' ? 80 : 50);

/** The reports that the demo's device sends about its past. */
function reportsOf(recorder: Recorder, fromMs: number, toMs: number): Report[] {
  const reports: Report[] = [];
  for (let ms = fromMs; ms < toMs; ms = recorder.nextReport(ms, false)) {
    const report = recorder.reportAt(ms);
    if (!report) continue;
    const { timeMs, lat, lon, altitudeM, courseDeg, valid, speedKph, ignition } = report;
    const fixTime = new Date(timeMs);
    const position = { fixTime, lat, lon, altitudeM, courseDeg, valid, speedKph, attributes: { ignition } };
    reports.push({ position, hash: positionHash(position) });
  }
  return reports;
}

function planOf(tour: DrivenTour, day: number): RunPlan {
  const startsAt = dayStart(day) + tour.startMinute * 60_000;
  const times = { arrival: null, departure: null, windowFrom: null, windowTo: null, skipped: false };
  return {
    startsAt,
    from: startsAt - 7_200_000,
    until: dayStart(day + 1),
    beginDepot: DEPOT,
    endDepot: DEPOT,
    shortestDwellS: 120,
    stops: tour.stops.map((id, position) => ({ outletId: id + 1, position, serviceS: tour.serviceS, ...times })),
  };
}

it('has six tours of different vehicles over different shops', () => {
  expect(driven.map(({ tour }) => tour.name)).toEqual([
    'Waste West',
    'Waste East',
    'Courier West',
    'Courier East',
    'Cold chain West',
    'Cold chain East',
  ]);
  expect(new Set(driven.map(({ tour }) => tour.identity)).size).toBe(6);
  const stops = driven.flatMap(({ tour }) => tour.stops);
  expect(new Set(stops).size).toBe(stops.length);
});

it('drives them so that exactly the served stops are found, and the omitted ones are missed', () => {
  for (const { tour, index, days } of driven) {
    for (const { day, facts } of days) {
      const happened = tourDay(tour, index, day);
      const served = tour.stops.filter((_stop, number) => happened?.stopsS[number] !== null).map((id) => id + 1);
      const found = facts.visits.filter((visit) => visit.served && visit.state !== 'unplanned');
      expect([tour.name, day, found.map(({ outletId }) => outletId)]).toEqual([tour.name, day, served]);
      expect(facts.visits.filter(({ state }) => state === 'missed')).toHaveLength(tour.stops.length - served.length);
      expect(facts.visits.filter(({ state }) => state === 'unplanned')).toHaveLength(
        happened?.besideBefore === null ? 0 : 1,
      );
      expect(facts.begunBy).toBe('depot');
      expect(Math.abs((facts.begunAt ?? 0) - (happened?.startMs ?? 0))).toBeLessThan(10 * 60_000);
    }
  }
  const misses = driven.flatMap(({ days }) => days.flatMap(({ facts }) => facts.visits.map(({ state }) => state)));
  expect(misses.filter((state) => state === 'missed').length).toBeGreaterThan(0);
});

it('rests on days without a tour', () => {
  const [first] = driven;
  expect(first && tourDay(first.tour, first.index, MONDAY + 5)).toBeNull();
});
