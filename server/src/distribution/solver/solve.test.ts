import { describe, expect, it } from 'vitest';
import type { RoutingProblem } from './problem.ts';
import { solve } from './solve.ts';

/** The first 25 customers of Solomon's R101 and C101: x, y, demand, first and last begin. */
const R101 = `41 49 10 161 171|35 17 7 50 60|55 45 13 116 126|55 20 19 149 159|15 30 26 34 44|25 30 3 99 109
|20 50 5 81 91|10 43 9 95 105|55 60 16 97 107|30 60 16 124 134|20 65 12 67 77|50 35 19 63 73|30 25 23 159 169
|15 10 20 32 42|30 5 8 61 71|10 20 19 75 85|5 30 2 157 167|20 40 12 87 97|15 60 17 76 86|45 65 9 126 136
|45 20 11 62 72|45 10 18 97 107|55 5 29 68 78|65 35 3 153 163|65 20 6 172 182`;
const C101 = `45 68 10 912 967|45 70 30 825 870|42 66 10 65 146|42 68 10 727 782|42 65 10 15 67|40 69 20 621 702
|40 66 20 170 225|38 68 20 255 324|38 70 10 534 605|35 66 10 357 410|35 69 10 448 505|25 85 20 652 721|22 75 30 30 92
|22 85 10 567 620|20 80 40 384 429|20 85 40 475 528|18 75 20 99 148|15 75 20 179 254|15 80 10 278 345|30 50 10 10 73
|30 52 20 914 965|28 52 20 812 883|28 55 10 732 777|25 50 10 65 144|25 52 40 169 224`;

/** Distances are truncated to one decimal, as in the proofs of the optima. */
function problemOf(table: string, depot: [number, number], end: number, service: number): RoutingProblem {
  const rows = table.split('|').map((row) => row.trim().split(' ').map(Number));
  const points = [depot, ...rows.map(([x = 0, y = 0]) => [x, y] as const), depot];
  const cost = Float64Array.from(
    points.flatMap(([x, y]) => points.map(([u, v]) => Math.floor(Math.hypot(x - u, y - v) * 10) / 10)),
  );
  const stops = rows.map(([, , demand = 0, from = 0, to = 0]) => ({ demand, service, windows: [{ from, to }] }));
  return { stops, cost, time: cost, vehicles: 25, capacity: 200, start: 0, end, durationCost: 0 };
}

describe('routes of several vehicles', () => {
  it.each([
    ['R101', problemOf(R101, [35, 35], 230, 10), 617.1, 8],
    ['C101', problemOf(C101, [40, 50], 1236, 90), 191.3, 3],
  ])('finds the proven optimum of the first 25 customers of %s', (_name, problem, distance, vehicles) => {
    const found = solve(problem, { rounds: 3000 });
    expect(found.left).toEqual([]);
    expect(found.cost).toBeCloseTo(distance, 6);
    expect(found.routes).toHaveLength(vehicles);
  });
});
