import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { elementAt } from './at.ts';
import { distanceM } from './distance.ts';

/** The coastlines of the world, to distinguish land from sea. */
export interface LandFile {
  /**
   * Outlines of land and of water within it: longitude and latitude alternately in 1e-4 degrees, each as the difference
   * from the previous one.
   */
  rings: number[][];
  /** Towns that lie off this land: on islands too small for it. Latitude and longitude alternately, degrees. */
  islands: number[];
}

export interface Land {
  /**
   * Returns metres from coordinates to the nearest land, 0 on land; `most` if it is at least that far. The coastlines
   * are accurate to some hundred metres. Lakes count as land.
   *
   * @param lat degrees
   * @param lon degrees, -180 up to 180
   * @param most metres, up to 10,000
   */
  distanceM(lat: number, lon: number, most: number): number;
  /**
   * True when coordinates are in the open sea, so far from land that no harbour, pier or small island can be there.
   */
  isOffshore(lat: number, lon: number): boolean;
}

/**
 * Metres from land at which a location is reported as at sea. The coastlines lie on a grid of 400 by 190 m and are
 * drawn for a scale of 1:10,000,000, which omits piers and small islands.
 */
export const OFFSHORE_M = 1000;
/** Metres around a town on an island missing from the coastlines within which no location is reported as at sea. */
const ISLAND_M = 5000;

/** The output file of the coastlines. */
const LAND_FILE = fileURLToPath(new URL('../dist/land.json', import.meta.url));

const UNIT_DEG = 1e-4;
const BAND_DEG = 0.1;
const BANDS = 1800;
const RAD = Math.PI / 180;
const TURN = 360;
const DEGREE_M = distanceM(0, 0, 1, 0);

const bandOf = (lat: number): number => Math.min(BANDS - 1, Math.max(0, Math.floor((lat + 90) / BAND_DEG)));

/**
 * Reads the coastlines of the world.
 *
 * @throws if the file is missing (nothing was built) or has another format
 */
export function loadLand(): Land {
  const file: LandFile = JSON.parse(readFileSync(LAND_FILE, 'utf8'));
  return toLand(file);
}

export function toLand({ rings, islands }: LandFile): Land {
  const { edges, bands } = readEdges(rings);

  function isLand(lat: number, lon: number): boolean {
    // A ring that crosses the 180th meridian continues beyond it.
    const [east, west] = [lon + TURN, lon - TURN];
    let [inside, insideEast, insideWest] = [false, false, false];
    for (const edge of elementAt(bands, bandOf(lat))) {
      const [y1, y2] = [elementAt(edges, edge + 1), elementAt(edges, edge + 3)];
      if (y1 > lat === y2 > lat) continue;
      const x1 = elementAt(edges, edge);
      const x = x1 + ((lat - y1) / (y2 - y1)) * (elementAt(edges, edge + 2) - x1);
      if (lon < x) inside = !inside;
      if (east < x) insideEast = !insideEast;
      if (west < x) insideWest = !insideWest;
    }
    return inside || insideEast || insideWest;
  }
  function metresToLand(lat: number, lon: number, most: number): number {
    if (isLand(lat, lon)) return 0;
    // On a plane around the coordinates, in degrees of latitude.
    const shrink = Math.cos(lat * RAD);
    let nearest = most / DEGREE_M;
    const [low, high] = [bandOf(lat - nearest), bandOf(lat + nearest)];
    for (let band = low; band <= high; band += 1) {
      for (const edge of elementAt(bands, band)) {
        const x1 = elementAt(edges, edge);
        const [x, y] = [around(x1 - lon) * shrink, elementAt(edges, edge + 1) - lat];
        const [dx, dy] = [(elementAt(edges, edge + 2) - x1) * shrink, elementAt(edges, edge + 3) - lat - y];
        if (Math.abs(x) - Math.abs(dx) < nearest) nearest = Math.min(nearest, fromOrigin(x, y, dx, dy));
      }
    }
    return nearest * DEGREE_M;
  }
  function isNearIsland(lat: number, lon: number): boolean {
    for (let i = 0; i < islands.length; i += 2)
      if (distanceM(lat, lon, elementAt(islands, i), elementAt(islands, i + 1)) < ISLAND_M) return true;
    return false;
  }
  return {
    distanceM: metresToLand,
    isOffshore: (lat, lon) => metresToLand(lat, lon, OFFSHORE_M) >= OFFSHORE_M && !isNearIsland(lat, lon),
  };
}

/** Returns a difference of longitudes the short way round, degrees. */
const around = (lon: number): number => lon - Math.round(lon / TURN) * TURN;

/** Returns the distance from the origin to the segment from a point by a vector. */
function fromOrigin(x: number, y: number, dx: number, dy: number): number {
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(x * dx + y * dy) / length));
  return Math.hypot(x + along * dx, y + along * dy);
}

/** Returns the edges of all rings, and those in each band of latitude. */
function readEdges(rings: readonly number[][]): { edges: Float64Array; bands: readonly number[][] } {
  const edges = new Float64Array(rings.reduce((sum, ring) => sum + Math.max(0, ring.length - 2) * 2, 0));
  const bands: number[][] = Array.from({ length: BANDS }, () => []);
  let end = 0;
  for (const ring of rings) {
    let [x, y] = [elementAt(ring, 0), elementAt(ring, 1)];
    for (let i = 2; i < ring.length; i += 2) {
      const [x1, y1] = [x * UNIT_DEG, y * UNIT_DEG];
      x += elementAt(ring, i);
      y += elementAt(ring, i + 1);
      edges.set([x1, y1, x * UNIT_DEG, y * UNIT_DEG], end);
      const [low, high] = [bandOf(Math.min(y1, y * UNIT_DEG)), bandOf(Math.max(y1, y * UNIT_DEG))];
      for (let band = low; band <= high; band += 1) elementAt(bands, band).push(end);
      end += 4;
    }
  }
  return { edges, bands };
}
