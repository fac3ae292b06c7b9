import { orderStops } from '@milepost/server/distribution/solver/order-stops';
import type { RoutingProblem, SolverStop } from '@milepost/server/distribution/solver/problem';
import { seededRandom } from '../random.ts';

/** 120 stops in a town, 2 min each, a third open only in the morning, a third only in the afternoon; seconds. */
function town(begin: number): { stops: SolverStop[]; seconds: Float64Array } {
  const random = seededRandom(7);
  const points = Array.from({ length: 121 }, () => ({ x: random() * 12, y: random() * 12 }));
  const places = [...points, points[0] ?? { x: 0, y: 0 }];
  const seconds = Float64Array.from(
    places.flatMap((a) => places.map((b) => (Math.hypot(a.x - b.x, a.y - b.y) * 1.35 * 3600) / 25)),
  );
  const hour = 3600;
  const stops = points.slice(1).map((_point, index): SolverStop => {
    const windows = [
      [{ from: 6 * hour, to: 22 * hour }],
      [{ from: 8 * hour, to: 13 * hour }],
      [
        { from: 9 * hour, to: 11 * hour },
        { from: 14 * hour, to: 20 * hour },
      ],
    ][index % 3] ?? [{ from: begin, to: 22 * hour }];
    return { demand: 1 + Math.floor(random() * 9), service: 120, windows };
  });
  return { stops, seconds };
}

const BEGIN = 7 * 3600;

const late = (calls: readonly { late: number }[]) => calls.filter((call) => call.late > 0).length;

/** One vehicle that serves all, as in the proposal of an order. */
export function oneVehicle() {
  const { stops, seconds } = town(BEGIN);
  const { proposed, given } = orderStops({ stops, seconds, start: BEGIN });
  return {
    name: '120 stops, one vehicle',
    lateStops: late(proposed.calls),
    lateStopsBefore: late(given.calls),
    drivingH: Number((proposed.cost / 3600).toFixed(2)),
    drivingHBefore: Number((given.cost / 3600).toFixed(2)),
  };
}

/** Six vehicles with a capacity of 110 each. */
export function sixVehicles(): RoutingProblem {
  const { stops, seconds } = town(BEGIN);
  return {
    stops,
    cost: seconds,
    time: seconds,
    vehicles: 6,
    capacity: 110,
    start: BEGIN,
    end: 20 * 3600,
    durationCost: 0.2,
  };
}
