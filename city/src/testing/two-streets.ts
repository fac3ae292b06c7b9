import type { Geometry } from 'geojson';
import type { LayerFeature, Layers } from '../layers.ts';
import type { MapLayout } from '../map-file/layout.ts';
import { demoLayers } from './demo-layers.ts';
import { mapOf } from './small-map.ts';

const make = (geometry: Geometry, properties: Record<string, string | number>): LayerFeature => ({
  type: 'Feature',
  geometry,
  properties: { minZoom: 8, ...properties },
});
const road = (properties: { name: string; class: string; maxspeed?: string }, ...line: [number, number][]) =>
  make({ type: 'LineString', coordinates: line }, properties);
const point = (lon: number, lat: number, properties: Record<string, string | number>) =>
  make({ type: 'Point', coordinates: [lon, lat] }, properties);

/**
 * A map file written by hand, for tests. Main Street (30 mph) runs east along 20° N from 73.79 to 73.8055° E, Rivera
 * Road 0.004° (445 m) north of it; Ganjamal is a suburb, Nashik the city.
 */
export function twoStreets(layout: MapLayout): Buffer {
  const layers: Layers = {
    land: [],
    landuse: [],
    water: [],
    shore: [],
    fade: [],
    waterway: [],
    pier: [],
    building: [],
    rail: [],
    road: [
      road({ name: 'Main Street', class: 'primary', maxspeed: '30 mph' }, [73.79, 20], [73.8055, 20]),
      road({ name: 'Rivera Road', class: 'residential' }, [73.79, 20.004], [73.8, 20.004]),
      road({ name: 'Footpath', class: 'path' }, [73.79, 20.0005], [73.8, 20.0005]),
    ],
    place: [
      point(73.793, 20.002, { name: 'Ganjamal', kind: 'suburb' }),
      point(73.82, 20.03, { name: 'Panchavati', kind: 'suburb' }),
      point(73.78, 20.001, { name: 'Nashik', kind: 'city' }),
    ],
    poi: [point(73.7951, 20.0001, { name: 'City Hospital', kind: 'hospital', rank: 1 })],
  };
  const made = demoLayers(layers, {
    layout,
    names: { 'Main Street': { hi: 'मुख्य मार्ग' }, Nashik: { hi: 'नाशिक', ar: 'ناشيك' } },
    numbers: [
      ['4', 73.795, 20.0002],
      ['17B', 73.797, 20.0039],
    ],
  });
  return mapOf(made, { west: 73.76, south: 19.98, east: 73.83, north: 20.04 });
}
