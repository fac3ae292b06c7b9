import { expect, test } from 'vitest';
import { toCityRoads } from './city-roads.ts';
import type { RoadEdge } from './graph-format.ts';

const edge = (name: string, limitKph: number, ...shape: number[]): RoadEdge => ({
  from: 0,
  to: 1,
  lengthM: 0,
  cls: 'primary',
  limitKph,
  oneway: 0,
  name,
  tunnel: false,
  shape,
});

// A thousandth of a degree of latitude is 111 m. Rivera runs 14 km from west to east, Cross Road from south to north.
const roads = toCityRoads({
  edges: [edge('Rivera', 60, -34.9, -56.2, -34.9, -56.05), edge('', 45, -34.95, -56.1, -34.85, -56.1)],
});
const at = (lat: number, lon: number, courseDeg: number | null) => {
  const road = roads.roadAt(lat, lon, courseDeg);
  return road && [road.names?.name ?? null, road.limitKph];
};

test('finds a road along its whole length, in both directions, with name and limit', () => {
  expect(at(-34.9001, -56.19, 90)).toEqual(['Rivera', 60]);
  expect(at(-34.8999, -56.0501, 275)).toEqual(['Rivera', 60]);
});

test('chooses the road by course at a crossing; a road may have no name', () => {
  expect(at(-34.9, -56.1001, 92)).toEqual(['Rivera', 60]);
  expect(at(-34.9, -56.1001, 182)).toEqual([null, 45]);
});

test('finds no road farther than 30 m, nor one that the vehicle crosses', () => {
  expect(at(-34.9004, -56.19, 90)).toBeNull();
  expect(at(-34.9001, -56.19, 0)).toBeNull();
  expect(at(10, 10, null)).toBeNull();
});

test("of two parallel roads takes the higher limit and the nearer one's name", () => {
  // The street runs 11 m south of the avenue: a fix on it may belong to the avenue.
  const beside = toCityRoads({
    edges: [edge('Avenue', 75, -34.9, -56.2, -34.9, -56.05), edge('Street', 45, -34.9001, -56.2, -34.9001, -56.05)],
  });
  expect(beside.roadAt(-34.9001, -56.19, 90)).toMatchObject({ names: { name: 'Street' }, limitKph: 75 });
  // 28 m away, both are equally likely.
  expect(beside.roadAt(-34.90035, -56.19, 90)).toMatchObject({ names: { name: 'Street' } });
  const separate = toCityRoads({
    edges: [edge('Avenue', 75, -34.9, -56.2, -34.9, -56.05), edge('Street', 45, -34.90025, -56.2, -34.90025, -56.05)],
  });
  expect(separate.roadAt(-34.90025, -56.19, 90)).toMatchObject({ names: { name: 'Street' }, limitKph: 45 });
});
