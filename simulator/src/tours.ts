import { distanceM } from '@milepost/city/distance';
import type { Outlet } from '@milepost/city/outlets';
import { DEPOTS, type Depot, type DemoVehicle } from './fleet.ts';
import type { Group } from './fleet-groups.ts';
import type { Itinerary, Visit } from './itinerary.ts';
import { dayStart, weekdayOf } from './local-time.ts';
import { between, pick, randomFrom } from './random.ts';
import type { Halt, Streets } from './streets.ts';

/** A route that a vehicle of the demo really drives, as its planner defines it. */
export interface Tour {
  name: string;
  /** Identity of the vehicle. */
  identity: string;
  /** Id of the depot where it begins and ends. */
  depot: string;
  /** 1 for Monday to 7. */
  weekdays: readonly number[];
  /** Minutes after local midnight. */
  startMinute: number;
  /** Shops, by their index in the city's list, in the planned order. */
  stops: number[];
}

/** A tour with the data that its vehicle requires to drive it. */
export interface DrivenTour extends Tour {
  depotHalt: Halt;
  halts: Halt[];
  /** Usual seconds at a stop. */
  serviceS: number;
  /** Shops outside the plan to which it is occasionally sent. */
  beside: Halt[];
}

/** The real course of a tour's day; a stop is null if the driver leaves it out. */
export interface TourDay {
  /** When the vehicle leaves its depot. */
  startMs: number;
  stopsS: (number | null)[];
  /** The stop before which the vehicle is sent to a shop outside the plan; null on most days. */
  besideBefore: number | null;
}

interface Trade {
  group: Group;
  name: string;
  /** On one side of the city and on the other, so that some vehicle is also on the road in the afternoon. */
  startMinutes: readonly [number, number];
  stops: readonly [number, number];
  kind: Outlet['kind'];
  serviceS: number;
}

const TRADES: readonly Trade[] = [
  {
    group: 'Waste collection',
    name: 'Waste',
    startMinutes: [360, 360],
    stops: [10, 10],
    kind: 'supermarket',
    serviceS: 1500,
  },
  { group: 'Courier', name: 'Courier', startMinutes: [480, 480], stops: [12, 12], kind: 'convenience', serviceS: 600 },
  {
    group: 'Cold chain',
    name: 'Cold chain',
    startMinutes: [375, 890],
    stops: [8, 6],
    kind: 'supermarket',
    serviceS: 1500,
  },
];
/** The border between the two sides into which planners divide the city. */
const BORDER_LON = -56.165;
const SIDES = [
  { name: 'West', holds: ({ lon }: Outlet) => lon < BORDER_LON - 0.002 && lon > -56.25 },
  { name: 'East', holds: ({ lon }: Outlet) => lon > BORDER_LON + 0.002 && lon < -56.08 },
];
const [SOUTH, NORTH] = [-34.95, -34.86];
/** The kerb must be this near to the shop, with no other shop of the city this near to it, metres. */
const KERB_M = 35;
const DISTANCE_M = 110;
/** Percentages: stops left out, days that begin late, and days with an added shop. */
const [MISSED, LATE, BESIDE] = [5, 15, 20];
/** Percentage of services that take far longer. */
const HELD_UP = 7;

/** Returns the demo's six tours: two of each trade, one on each side of the city, each by a reporting vehicle. */
export function demoTours(fleet: readonly DemoVehicle[], streets: Streets, outlets: readonly Outlet[]): DrivenTour[] {
  const taken = new Set<number>();
  return TRADES.flatMap((trade) => {
    // Vehicles that report the load's temperature come first.
    const able = fleet
      .filter(
        ({ group, connectivity, trouble }) => group === trade.group && connectivity === 'normal' && trouble === null,
      )
      .toSorted((a, b) => Number(b.thermometer) - Number(a.thermometer));
    return SIDES.flatMap((side, index) => {
      const vehicle = able[index];
      if (!vehicle) return [];
      const shops = outlets.flatMap((outlet, number) => {
        const { kind, lat } = outlet;
        if (kind !== trade.kind || !side.holds(outlet) || lat < SOUTH || lat > NORTH || taken.has(number)) return [];
        const halt = haltAt(streets, outlet, outlets);
        return halt ? [{ number, outlet, halt }] : [];
      });
      const depot = nearestDepot(shops);
      const stops = inOrder(depot, shops).slice(0, trade.stops[index]);
      for (const { number } of stops) taken.add(number);
      return [
        {
          name: `${trade.name} ${side.name}`,
          identity: vehicle.identity,
          depot: depot.id,
          weekdays: [1, 2, 3, 4, 5],
          startMinute: trade.startMinutes[index] ?? 0,
          stops: stops.map(({ number }) => number),
          depotHalt: streets.haltNear(depot.name, depot.lat, depot.lon),
          halts: stops.map(({ halt }) => halt),
          serviceS: trade.serviceS,
          beside: shops.filter((shop) => !stops.includes(shop)).map(({ halt }) => halt),
        },
      ];
    });
  });
}

/** Returns where a vehicle stands at a shop; null if that is ambiguous. */
function haltAt(streets: Streets, outlet: Outlet, all: readonly Outlet[]): Halt | null {
  const near = all.filter((other) => distanceM(outlet.lat, outlet.lon, other.lat, other.lon) < DISTANCE_M);
  if (near.length > 1) return null;
  const halt = streets.haltNear(outlet.name, outlet.lat, outlet.lon);
  const kerb = streets.placeOf(halt);
  return distanceM(kerb.lat, kerb.lon, outlet.lat, outlet.lon) <= KERB_M ? halt : null;
}

interface Shop {
  outlet: Outlet;
  number: number;
  halt: Halt;
}

function nearestDepot(shops: readonly Shop[]): Depot {
  const farM = ({ lat, lon }: Depot) =>
    shops.reduce((sum, { outlet }) => sum + distanceM(lat, lon, outlet.lat, outlet.lon), 0);
  return DEPOTS.reduce((best, depot) => (farM(depot) < farM(best) ? depot : best));
}

/** Each shop is the nearest to the previous one. */
function inOrder(depot: Depot, shops: readonly Shop[]): Shop[] {
  const left = [...shops];
  const order: Shop[] = [];
  let here: { lat: number; lon: number } = depot;
  while (left.length > 0) {
    const farM = ({ outlet }: Shop) => distanceM(here.lat, here.lon, outlet.lat, outlet.lon);
    const next = left.reduce((a, b) => (farM(a) <= farM(b) ? a : b));
    left.splice(left.indexOf(next), 1);
    order.push(next);
    here = next.outlet;
  }
  return order;
}

/** Returns the course of a tour's day; null if it is not driven. The truth against which figures are checked. */
export function tourDay(tour: DrivenTour, index: number, day: number): TourDay | null {
  const weekday = weekdayOf(day);
  if (!tour.weekdays.includes(weekday === 0 ? 7 : weekday)) return null;
  const random = randomFrom(14, index, day);
  const lateMin = random() * 100 < LATE ? between(random, 20, 40) : between(random, -3, 6);
  const stopsS = tour.halts.map(() => {
    if (random() * 100 < MISSED) return null;
    return Math.round(tour.serviceS * (random() * 100 < HELD_UP ? 1.6 + random() : 0.55 + random() * 0.6));
  });
  const besideBefore =
    random() * 100 < BESIDE && tour.beside.length > 0 ? between(random, 1, tour.halts.length - 1) : null;
  return { startMs: dayStart(day) + (tour.startMinute + lateMin) * 60_000, stopsS, besideBefore };
}

/** Returns a tour's day as work. On other days the vehicle rests. */
export function tourItinerary(tour: DrivenTour, index: number, streets: Streets, day: number): Itinerary {
  const happens = tourDay(tour, index, day);
  const depot = tour.depotHalt;
  if (!happens) return { day, startMs: dayStart(day) + tour.startMinute * 60_000, depot, visits: [], lengthM: 0 };
  const random = randomFrom(15, index, day);
  const visits: Visit[] = [];
  let [here, lengthM] = [depot, 0];
  const go = (halt: Halt, stopS: number): void => {
    lengthM += streets.way(here, halt).lengthM;
    visits.push({ halt, stopS, idles: false });
    here = halt;
  };
  for (const [number, halt] of tour.halts.entries()) {
    if (number === happens.besideBefore) go(pick(random, tour.beside), 400 + random() * 400);
    const stopS = happens.stopsS[number];
    if (typeof stopS === 'number') go(halt, stopS);
  }
  go(depot, 900);
  return { day, startMs: happens.startMs, depot, visits, lengthM };
}
