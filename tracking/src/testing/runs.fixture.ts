import { cityForTests } from '@milepost/city/testing';
import { DEPOTS } from '@milepost/simulator/fleet';
import { dayStart, localDay } from '@milepost/simulator/local-time';
import { type SimulatedVehicle, simulate, worldOf } from '@milepost/simulator/simulate';
import type { Fence } from '../fence.ts';
import { indexFences } from '../build-fence-index.ts';
import { between, type Coordinates } from '../geo.ts';
import { positionHash } from '../report-hash.ts';
import type { Report } from '../report.ts';
import type { PlannedStop, PlaceDwell, RunPlan } from '../runs/run-plan.ts';
import { contextOf, factsOf, ofKind, seeded } from './journey.fixture.ts';

/** Monday 16 November 2026 in Montevideo. */
const DAY = localDay(Date.UTC(2026, 10, 16, 12));
const DEPOT = -1;
/** The share of visited customers that are not on the plan, and the share of planned stops that are not visited. */
const [BESIDE, NOT_VISITED] = [0.04, 0.06];
const RADIUS_M = 60;
/** A vehicle at a customer is not within the area of another shop. */
const DISTANCE_M = 180;
/** A planner's estimate of a leg: the straight line times a factor, in a town. */
const PLANNED_MPS = 5;
const SERVICE_S = 420;
const MARGIN_MS = 7_200_000;

/** A run as it was planned, and what the vehicle really did. */
export interface SimulatedRun {
  plan: RunPlan;
  /**
   * By outlet: when it really first came to its halt there, and drove on; and since when it stood at a light right
   * before the door, otherwise `from`.
   */
  truth: Map<number, { from: number; to: number; atDoor: number }>;
  /** When it really was back at the depot. */
  endedAt: number;
}

export interface RunWeek {
  runs: SimulatedRun[];
  stays: PlaceDwell[];
  places: Map<number, Coordinates>;
  reports: Report[];
}

/**
 * Returns weeks of demo vehicles from a seed, whose tours are runs. Planned are the customers where they really stop,
 * except some (visited outside the plan), plus some others that the tour does not visit (missed). Other shops of the
 * city lie all along the way.
 */
export function weeksOfRuns(vehicles: readonly number[], intervalS: number, { seed = 0, days = 7 } = {}): RunWeek[] {
  const city = cityForTests();
  const world = worldOf(city);
  return simulate({ world, vehicles, days, intervalS, firstDay: DAY, seed }).map((week) => {
    const numbered = placesOf(week, city.outlets);
    const { places } = numbered;
    const reports = week.reports.map(({ position }) => ({ position, hash: positionHash(position) }));
    const fences = [...places].map(([id, centre]): Fence => ({
      id,
      shape: { kind: 'circle', centre, radiusM: id === DEPOT ? 100 : RADIUS_M },
      speedLimitKph: null,
      schedule: null,
    }));
    const context = contextOf({ timeZone: 'America/Montevideo', places: indexFences(fences) });
    const dwells = ofKind(factsOf(reports, context), 'stay').map((dwell) => ({
      ...dwell,
      middle: places.get(dwell.placeId) ?? null,
    }));
    return { runs: runsOf(week, numbered), stays: dwells, places, reports };
  });
}

/** Customers have ids from 1 on, all other shops from 1001 on. Chains share one name among many shops. */
function placesOf({ truth, vehicle }: SimulatedVehicle, shops: readonly Coordinates[]) {
  const places = new Map<number, Coordinates>();
  const numberOf = (place: Coordinates): number => {
    const known = [...places].find(([, other]) => between(place, other) < 30);
    if (known) return known[0];
    const number = places.size === 0 ? DEPOT : places.size;
    places.set(number, place);
    return number;
  };
  const gate = DEPOTS.find(({ id }) => id === vehicle.depot);
  if (!gate) throw new Error(`no depot ${vehicle.depot}`);
  const starts = truth.trips.map(({ startMs }) => truth.at(startMs));
  const depot = starts.reduce((most, place) => (between(place, gate) < between(most, gate) ? place : most));
  numberOf(depot);
  const ends = truth.trips.map(({ startMs, endMs, waits }) => ({
    startMs,
    endMs,
    from: numberOf(truth.at(startMs)),
    to: numberOf(truth.at(endMs + 1000)),
    atDoor: waits.find((wait) => endMs - wait.endMs < 30_000)?.startMs ?? endMs,
  }));
  const stops = [...places.values()];
  for (const [index, { lat, lon }] of shops.entries()) {
    if (stops.every((stop) => between(stop, { lat, lon }) > DISTANCE_M)) places.set(1001 + index, { lat, lon });
  }
  return { places, trips: ends, customers: stops.length - 1 };
}

type Numbered = ReturnType<typeof placesOf>;

function runsOf({ truth, index }: SimulatedVehicle, { places, trips, customers }: Numbered): SimulatedRun[] {
  const random = seeded(index + 1);
  const tours: (typeof trips)[] = [];
  for (const trip of trips) {
    if (trip.from === DEPOT) tours.push([]);
    tours.at(-1)?.push(trip);
  }
  return tours.flatMap((tour, number): SimulatedRun[] => {
    const [first, last] = [tour[0], tour.at(-1)];
    if (!first || last?.to !== DEPOT || tour.length < 4) return [];
    if (first.startMs < truth.period.startMs || last.endMs > truth.period.endMs - MARGIN_MS) return [];
    const served: SimulatedRun['truth'] = new Map();
    for (const [at, { to, endMs, atDoor }] of tour.slice(0, -1).entries()) {
      if (!served.has(to)) served.set(to, { from: endMs, to: tour[at + 1]?.startMs ?? endMs, atDoor });
    }
    const planned = [...served.keys()].filter(() => random() >= BESIDE);
    for (let outletId = 1; outletId <= customers; outletId += 1) {
      if (served.has(outletId) || random() >= NOT_VISITED) continue;
      planned.splice(Math.floor(random() * (planned.length + 1)), 0, outletId);
    }
    const day = dayStart(localDay(first.startMs) + 1);
    const next = tours[number + 1]?.[0]?.startMs ?? Infinity;
    const plan: RunPlan = {
      startsAt: first.startMs,
      from: (trips.findLast(({ endMs }) => endMs <= first.startMs)?.endMs ?? first.startMs - MARGIN_MS) - 1,
      until: Math.min(Math.max(day, last.endMs + MARGIN_MS), next - 1),
      beginDepot: DEPOT,
      endDepot: DEPOT,
      shortestDwellS: 120,
      stops: stopsOf(planned, places, first.startMs),
    };
    return [{ plan, truth: served, endedAt: last.endMs }];
  });
}

function stopsOf(outletIds: readonly number[], places: Map<number, Coordinates>, startsAt: number): PlannedStop[] {
  let [at, here] = [startsAt, places.get(DEPOT)];
  return outletIds.map((outletId, position) => {
    const place = places.get(outletId);
    const metres = here && place ? Math.hypot((here.lat - place.lat) * 111_195, (here.lon - place.lon) * 91_000) : 0;
    const arrival = at + (metres / PLANNED_MPS) * 1000;
    at = arrival + SERVICE_S * 1000;
    here = place;
    const window = { windowFrom: null, windowTo: null };
    return { outletId, position, serviceS: SERVICE_S, arrival, departure: at, ...window, skipped: false };
  });
}
