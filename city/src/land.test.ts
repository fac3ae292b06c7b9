import { describe, expect, it } from 'vitest';
import { toLand } from './land.ts';
import { buildLand } from './land-build.ts';
import { cityForTests } from './testing.ts';

/** On an island missing from the coastlines. */
const CAPRI = { lat: 40.5507, lon: 14.2426 };
const land = toLand(buildLand([CAPRI]));

describe('open sea', () => {
  it('is separated from land, lakes and harbours, on both sides of the 180th meridian and at the poles', () => {
    const offshore = {
      // Off Montevideo, off Mumbai, in the Atlantic, east of Fiji, at the North Pole.
      sea: [
        [-34.96, -56.17],
        [18.95, 72.75],
        [0, -30],
        [-17.3, -179.5],
        [89, 0],
      ],
      // Fiji east of the meridian, Antarctica to its end, Lake Superior, the piers of Montevideo, Rotterdam and Singapore.
      land: [
        [-16.8, -179.95],
        [-89, 179],
        [-90, 0],
        [47.5, -88],
        [-34.9035, -56.2115],
        [51.95, 4.02],
        [1.262, 103.82],
      ],
    };
    for (const [lat = 0, lon = 0] of offshore.sea)
      expect([lat, lon, land.isOffshore(lat, lon)]).toEqual([lat, lon, true]);
    for (const [lat = 0, lon = 0] of offshore.land)
      expect([lat, lon, land.isOffshore(lat, lon)]).toEqual([lat, lon, false]);
  });

  it('excludes inhabited islands missing from the coastlines', () => {
    expect(land.isOffshore(CAPRI.lat, CAPRI.lon)).toBe(false);
    expect(toLand(buildLand([])).isOffshore(CAPRI.lat, CAPRI.lon)).toBe(true);
    // 0.1 degrees are 11 km.
    expect(land.isOffshore(CAPRI.lat + 0.1, CAPRI.lon)).toBe(true);
  });

  it('covers no street of the coastal demo city', () => {
    const { nodes } = cityForTests().graph;
    expect(nodes.filter(({ lat, lon }) => land.isOffshore(lat, lon))).toEqual([]);
  }, 60_000);
});

it('measures the distance to land: a one-degree square on the equator', () => {
  const square = toLand({ rings: [[0, 0, 10_000, 0, 0, 10_000, -10_000, 0, 0, -10_000]], islands: [] });
  expect(square.distanceM(0.5, 0.5, 5000)).toBe(0);
  // 0.02 degrees of a globe of 6,371 km: 2224 m.
  expect(square.distanceM(0.5, 1.02, 5000)).toBeCloseTo(2224, 0);
  expect(square.distanceM(0.5, 2, 5000)).toBe(5000);
});
