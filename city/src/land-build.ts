import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import { elementAt } from './at.ts';
import { type LandFile, OFFSHORE_M, toLand } from './land.ts';
import { unwrapRing } from './unwrap.ts';

/** Path of the coastlines within the package that contains them: Natural Earth 1:10m, on a grid of 400 by 190 m. */
export const landFile = (): string => createRequire(import.meta.url).resolve('world-atlas/land-10m.json');

/** @param towns where people live, which are land whatever the coastlines show */
export function buildLand(towns: Iterable<{ lat: number; lon: number }>): LandFile {
  const topology: { objects: { land: object } } = JSON.parse(readFileSync(landFile(), 'utf8'));
  const rings = feature(topology, topology.objects.land).features.flatMap(({ geometry }) =>
    (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).flatMap((polygon) =>
      polygon.map((ring) => steps(unwrapRing(ring))),
    ),
  );
  const land = toLand({ rings, islands: [] });
  const islands = [...towns].filter(({ lat, lon }) => land.distanceM(lat, lon, OFFSHORE_M) >= OFFSHORE_M / 2);
  return { rings, islands: islands.flatMap(({ lat, lon }) => [lat, lon]) };
}

function steps(ring: readonly (readonly [number, number])[]): number[] {
  const whole = ring.flatMap(([lon, lat]) => [Math.round(lon * 1e4), Math.round(lat * 1e4)]);
  return whole.map((value, i) => (i < 2 ? value : value - elementAt(whole, i - 2)));
}
