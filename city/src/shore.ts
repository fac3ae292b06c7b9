import { elementAt } from './at.ts';
import type { Ring } from './coast.ts';
import { simplifyLine } from './simplify-line.ts';

/**
 * Returns the main shore as one line from west to east, accurate to about 60 m: the longest part of the sea's outline
 * that is not the frame of the search area.
 */
export function mainShore(sea: readonly Ring[][]): [number, number][] {
  const ring = sea.flatMap((polygon) => polygon.slice(0, 1)).reduce((a, b) => (a.length > b.length ? a : b));
  const best = openShores([[ring]]).reduce((a, b) => (a.length > b.length ? a : b));
  const eastward = elementAt(best, 0)[0] < elementAt(best, best.length - 1)[0] ? best : best.toReversed();
  return simplifyLine(eastward, 0.0006);
}

/** Returns the outlines of the sea as lines, without the parts that belong to the frame and not to the shore. */
export function openShores(sea: readonly Ring[][]): [number, number][][] {
  const lines: [number, number][][] = [];
  const points = sea.flat(2);
  const edge = 1e-4;
  const west = points.reduce((min, [lon]) => Math.min(min, lon), 180) + edge;
  const east = points.reduce((max, [lon]) => Math.max(max, lon), -180) - edge;
  const south = points.reduce((min, [, lat]) => Math.min(min, lat), 90) + edge;
  for (const ring of sea.flat()) {
    const isShore = ring.map(([lon, lat]) => lon > west && lon < east && lat > south);
    const start = isShore.indexOf(false);
    if (start < 0) {
      lines.push(ring);
      continue;
    }
    let run: [number, number][] = [];
    for (let k = 0; k <= ring.length; k += 1) {
      const i = (start + k) % ring.length;
      if (isShore[i]) run.push(elementAt(ring, i));
      else if (run.length > 0) {
        lines.push(run);
        run = [];
      }
    }
  }
  return lines;
}
