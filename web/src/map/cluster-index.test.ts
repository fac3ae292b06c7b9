import { expect, test } from 'vitest';
import { MARK } from '../live/fleet-table.ts';
import { buildClusterIndex, queryClusters, type Bounds } from './cluster-index.ts';

const WORLD: Bounds = [-180, -85, 180, 85];

function index(rows: [id: number, lon: number, lat: number, status: number, marks?: number][]) {
  return buildClusterIndex({
    ids: Int32Array.from(rows, (row) => row[0]),
    lons: Float64Array.from(rows, (row) => row[1]),
    lats: Float64Array.from(rows, (row) => row[2]),
    statuses: Uint8Array.from(rows, (row) => row[3]),
    marks: Uint8Array.from(rows, (row) => row[4] ?? 0),
  });
}

test('a ring counts its vehicles by status, and each ring its own', () => {
  const { clusters, singles } = queryClusters(
    index([
      [7, -56.1, -34.9, 1],
      [3, -56.1, -34.9, 1],
      [9, -56.1, -34.9, 3],
      [20, 10, 50, 2],
      [21, 10, 50, 4],
      [22, 10, 50, 0],
      [40, 100, 0, 1],
    ]),
    WORLD,
    4,
  );
  expect(singles).toEqual([40]);
  const byKey = clusters.toSorted((a, b) => a.key - b.key).map(({ key, count, counts }) => ({ key, count, counts }));
  expect(byKey).toEqual([
    { key: 3, count: 3, counts: [0, 2, 0, 1, 0, 0, 0] },
    { key: 20, count: 3, counts: [1, 0, 1, 0, 1, 0, 0] },
  ]);
});

test('two nearby vehicles stay two', () => {
  const { clusters, singles } = queryClusters(
    index([
      [1, 0, 0, 1],
      [2, 0, 0, 1],
    ]),
    WORLD,
    3,
  );
  expect(clusters).toEqual([]);
  expect(singles.toSorted((a, b) => a - b)).toEqual([1, 2]);
});

test('vehicles in one spot never split, so the ring lists them', () => {
  const [cluster] = queryClusters(
    index([
      [1, 5, 5, 3],
      [2, 5, 5, 3],
      [3, 5, 5, 3],
    ]),
    WORLD,
    16,
  ).clusters;
  expect(cluster?.expansionZoom).toBeNull();
  expect(cluster?.members.toSorted()).toEqual([1, 2, 3]);
});

test('vehicles some hundred metres apart split at a higher zoom', () => {
  const rows = index([
    [1, 0, 0, 1],
    [2, 0.003, 0, 1],
    [3, 0.006, 0, 1],
  ]);
  const [cluster] = queryClusters(rows, WORLD, 8).clusters;
  expect(cluster?.members).toEqual([]);
  const zoom = cluster?.expansionZoom ?? 0;
  expect(zoom).toBeGreaterThan(8);
  expect(queryClusters(rows, WORLD, zoom).singles.length).toBeGreaterThan(0);
});

test('a ring counts its vehicles with a critical alarm and those out of service, at every zoom', () => {
  const { criticalAlarm, outOfService } = MARK;
  const built = index([
    [1, 5, 5, 1, criticalAlarm],
    [2, 5, 5, 3, criticalAlarm | outOfService],
    [3, 5, 5, 3, outOfService],
    [4, 5, 5, 3],
    [5, 90, 5, 3, criticalAlarm],
  ]);
  for (const zoom of [2, 10, 16]) {
    expect(queryClusters(built, WORLD, zoom)).toMatchObject({
      clusters: [{ count: 4, alarmed: 2, out: 2 }],
      singles: [5],
    });
  }
});
