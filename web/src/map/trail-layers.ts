import type { Layer } from '@deck.gl/core';
import { IconLayer, PathLayer } from '@deck.gl/layers';
import type { MapColors } from './map-colors.ts';
import { FLAT_LAYER } from './flat-layer.ts';
import arrowUrl from './trail-arrow.png';
import { trailArrows, trailColors, type Arrow, type Trail } from './trail.ts';

const WIDTH_PX = 6;
const CASING_PX = 9;
const ARROW_PX = 15;
const ROUND = { widthUnits: 'pixels', capRounded: true, jointRounded: true, ...FLAT_LAYER } as const;

/** A small open arrow that looks north, white, to be turned and put on the line. */
const ARROW_MAPPING = { arrow: { x: 0, y: 0, width: 48, height: 48 } };

interface Line {
  path: [number, number][];
  color: [number, number, number, number][];
}

/**
 * The way of the selected vehicle: a line that fades with age, with arrows on it. Made anew when the trail, the theme
 * or the whole zoom changes; `legLayer` joins it to the moving vehicle.
 */
export function trailLayers(trail: Trail, colors: MapColors, worldPx: number): Layer[] {
  const line: Line = { path: trail.path, color: trailColors(trail, colors.trail) };
  const casing: Line = {
    path: trail.path,
    color: line.color.map(([, , , alpha]) => [...colors.trailCasing, Math.round(alpha * 0.7)]),
  };
  const path = (id: string, data: Line, getWidth: number) =>
    new PathLayer<Line>({
      id,
      data: [data],
      getPath: (each) => each.path,
      getColor: (each) => each.color,
      getWidth,
      ...ROUND,
    });
  return [
    path('trail-casing', casing, CASING_PX),
    path('trail', line, WIDTH_PX),
    new IconLayer<Arrow>({
      id: 'trail-arrows',
      data: trailArrows(trail, worldPx),
      iconAtlas: arrowUrl,
      iconMapping: ARROW_MAPPING,
      getIcon: () => 'arrow',
      getPosition: (arrow) => arrow.position,
      getAngle: (arrow) => -arrow.courseDeg,
      getSize: ARROW_PX,
      ...FLAT_LAYER,
    }),
  ];
}

/** The last piece of the trail, from the fix that the vehicle passed to where it is shown. */
export function legLayer(from: [number, number], to: [number, number], colors: MapColors): Layer {
  return new PathLayer<[number, number][]>({
    id: 'trail-leg',
    data: [[from, to]],
    getPath: (path) => path,
    getColor: [...colors.trail, 235],
    getWidth: WIDTH_PX,
    ...ROUND,
  });
}
