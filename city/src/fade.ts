import type { LayerFeature } from './layers.ts';

const STEPS = 12;
/** Width of the whole fade, degrees: about 900 m. */
const NORTHWARD = 0.0081;
const EASTWARD = 0.0099;

/**
 * Strips in the land colour with increasing opacity towards the edge of the street data, so that streets do not end
 * abruptly. Only over land: the sea continues beyond the edge.
 *
 * @param shore latitude of the coast at the west and the east edge
 */
export function edgeFade(
  bounds: { west: number; east: number; north: number },
  shore: { west: number; east: number },
): LayerFeature[] {
  const { west, east, north } = bounds;
  const strips: LayerFeature[] = [];
  const add = (step: number, w: number, s: number, e: number, n: number): void => {
    const ring = [
      [w, s],
      [e, s],
      [e, n],
      [w, n],
      [w, s],
    ];
    const alpha = Math.round((1 - step / STEPS) ** 1.5 * 100) / 100;
    strips.push({
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [ring] },
      properties: { minZoom: 8, alpha },
    });
  };
  for (let step = 0; step < STEPS; step += 1) {
    // The outermost strip extends beyond the edge: lines end in round caps.
    const [from, to] = [step === 0 ? -0.5 : step / STEPS, (step + 1) / STEPS];
    add(step, west, north - to * NORTHWARD, east, north - from * NORTHWARD);
    add(step, west + from * EASTWARD, shore.west, west + to * EASTWARD, north);
    add(step, east - to * EASTWARD, shore.east, east - from * EASTWARD, north);
  }
  return strips;
}
