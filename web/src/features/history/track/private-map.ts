import type { GeoJSONSource } from 'maplibre-gl';
import { fitStreets } from '../../../map/fit-streets.ts';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import { cssValue } from '../../../ui/map/css-value.ts';
import { addWhereReady } from './add-where-ready.ts';

const SOURCE = 'over-history-private';
const PADDING = { top: 48, bottom: 48, left: 48, right: 48 };

interface Fix {
  time: string;
  lat: number;
  lon: number;
}

/** The coordinates of the fixes of each private time, [lon, lat]; both are in order of time. */
export function privateLines(
  fixes: readonly Fix[],
  spans: readonly { from: string; to: string }[],
): [lon: number, lat: number][][] {
  return spans.flatMap(({ from, to }) => {
    const [first, last] = [Date.parse(from), Date.parse(to)];
    const within = fixes.filter(({ time }) => Date.parse(time) >= first && Date.parse(time) <= last);
    return within.length === 0 ? [] : [within.map(({ lon, lat }): [number, number] => [lon, lat])];
  });
}

type Line = readonly [lon: number, lat: number][];

/** Draws the lines of private time over a map and shows all of them. @returns removes them */
export function drawPrivate({ map }: BaseMap, lines: readonly Line[]): () => void {
  const data = {
    type: 'FeatureCollection' as const,
    features: lines.map((line) => ({
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'LineString' as const, coordinates: [...line, ...line.slice(-1)] },
    })),
  };
  const layers = [`${SOURCE}-casing`, SOURCE];
  const add = () => {
    if (map.getSource<GeoJSONSource>(SOURCE)) return;
    map.addSource(SOURCE, { type: 'geojson', data });
    const layout = { 'line-join': 'round', 'line-cap': 'round' } as const;
    const width = { color: cssValue('--surface'), px: 7 };
    map.addLayer({
      id: `${SOURCE}-casing`,
      source: SOURCE,
      type: 'line',
      layout,
      paint: { 'line-color': width.color, 'line-width': width.px, 'line-opacity': 0.9 },
    });
    map.addLayer({
      id: SOURCE,
      source: SOURCE,
      type: 'line',
      layout,
      paint: { 'line-color': cssValue('--text'), 'line-width': 3, 'line-dasharray': [0.1, 2] },
    });
  };
  map.on('style.load', add);
  addWhereReady(add);
  const all = lines.flat();
  const [lons, lats] = [all.map(([lon]) => lon), all.map(([, lat]) => lat)];
  if (all.length > 0) {
    const box = [least(lons), least(lats), most(lons), most(lats)] as const;
    fitStreets(map, [...box], { padding: PADDING, maxZoom: 15, duration: 0 });
  }
  return () => {
    map.off('style.load', add);
    for (const layer of layers.toReversed()) if (map.getLayer(layer)) map.removeLayer(layer);
    if (map.getSource(SOURCE)) map.removeSource(SOURCE);
  };
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);
