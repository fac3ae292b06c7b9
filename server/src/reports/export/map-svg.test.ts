import { expect, test } from 'vitest';
import { type MapFence, mapSvg } from './map-svg.ts';

const METRIC = { units: 'metric', language: 'en' } as const;
const point = (lat: number, lon: number) => ({ lat, lon, endLat: null, endLon: null });

test('north is up, east to the right, and everything is inside', () => {
  const svg = mapSvg([point(-34.9, -56.2), point(-34.8, -56.1)], [], METRIC)?.svg ?? '';
  const [south, north] = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
  expect(south?.[0]).toBeLessThan(north?.[0] ?? 0);
  expect(south?.[1]).toBeGreaterThan(north?.[1] ?? 0);
  for (const [x = 0, y = 0] of [south, north].map((each) => each ?? [])) {
    expect([x >= 0, x <= 720, y >= 0, y <= 300]).toEqual([true, true, true, true]);
  }
});

test('a trip is a line to its end', () => {
  const svg = mapSvg([{ lat: 0, lon: 0, endLat: 0, endLon: 1 }], [], METRIC)?.svg ?? '';
  // 1° fills the width except for 24 px on each side.
  expect(svg).toContain('M24 150L696 150');
});

test('the scale bar has the length that it states', () => {
  // 1° of the equator is 111.195 km on 672 px: 20 km are 120.9.
  const svg = mapSvg([{ lat: 0, lon: 0, endLat: 0, endLon: 1 }], [], METRIC)?.svg ?? '';
  expect(svg).toContain('M10 286V290H130.9V286');
  expect(svg).toContain('>20 km<');
  const miles = mapSvg([{ lat: 0, lon: 0, endLat: 0, endLon: 1 }], [], { ...METRIC, units: 'miles' })?.svg ?? '';
  expect(miles).toContain('>10 mi<');
});

test('geofences are drawn below with their names, which are texts', () => {
  const fence: MapFence = {
    name: '<b>"Depot" & port',
    colour: '"/><script>',
    shape: { kind: 'circle', centre: { lat: 0, lon: 0.5 }, radiusM: 10_000 },
  };
  const svg = mapSvg([point(0, 0), point(0, 1)], [fence], METRIC)?.svg ?? '';
  // 10 km are 60.4 px.
  expect(svg).toContain('cx="360" cy="150" r="60.4" fill="#667085"');
  expect(svg).toContain('&lt;b&gt;');
  expect(svg).not.toContain('script');
});

test('one position has a map of its surroundings, and none has no map', () => {
  expect(mapSvg([point(10, 10), point(10, 10)], [], METRIC)?.svg.match(/<circle/g)).toHaveLength(1);
  expect(mapSvg([], [], METRIC)).toBeNull();
});

test('many trips are dots at their ends, because lines would hide each other', () => {
  const rows = Array.from({ length: 251 }, (_, at) => ({ lat: 0, lon: 0, endLat: 0, endLon: 1 + at / 1000 }));
  const svg = mapSvg(rows, [], METRIC)?.svg ?? '';
  expect([svg.includes('stroke-opacity="0.6"'), svg.includes('r="1.5"')]).toEqual([false, true]);
  expect(mapSvg(rows.slice(1), [], METRIC)?.svg).toContain('stroke-opacity="0.6"');
});

const fence = (name: string, lon: number): MapFence => ({
  name,
  colour: '#112233',
  shape: { kind: 'circle', centre: { lat: 0, lon }, radiusM: 100 },
});

test('of overlapping names the first is written', () => {
  const svg = mapSvg(
    [point(0, 0), point(0, 1)],
    [fence('Depot', 0.5), fence('Yard', 0.51), fence('Port', 0.7)],
    METRIC,
  );
  const names = [...(svg?.svg ?? '').matchAll(/middle">(\w+)</g)].map(([, name]) => name);
  expect(names).toEqual(['Depot', 'Port']);
});
