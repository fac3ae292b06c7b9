import type { ExpressionSpecification, GeoJSONSource } from 'maplibre-gl';
import { fitStreets } from '../../../map/fit-streets.ts';
import type { MapLibreMap } from '../../../map/map-library.ts';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import { cssValue } from '../../../ui/map/css-value.ts';
import { addWhereReady } from './add-where-ready.ts';
import { drawSign } from './map-signs.ts';
import { SPEED_COLORS, speedLimitsKph } from './speed-classes.ts';
import './speed-colors.css';
import { boundsOf, indexAt, type Track, unionOf } from './track.ts';
import { collection, lineProperty, type TowSpan, trackFeatures } from './track-features.ts';
import type { WildFix } from './wild-fixes.ts';

/** The lowest layer of the line: those of other vehicles are below it. */
export const LIT_LAYER = 'history-lit';
const TRACK = 'history-track';
const STOPS = 'history-stops';
/** Below this width the readout is small and above the track, otherwise beside it (readout.module.css). */
const NARROW_PX = 520;
/** Round joins would take twice the time to build, and are not visible at this width. */
const LINE = { 'line-join': 'bevel', 'line-cap': 'round' } as const;

/** A stop with its number in the list, or the beginning of a tow. */
export interface PlacedEntry {
  key: string;
  /** Null for a tow. */
  number: number | null;
  lat: number;
  lon: number;
}

const point = (lon: number, lat: number, properties: Record<string, string | number>) => ({
  type: 'Feature' as const,
  properties,
  geometry: { type: 'Point' as const, coordinates: [lon, lat] },
});

/** For benchmarks and tests: publishes the number of points of the drawn line. */
function reportWhenDrawn(map: MapLibreMap, points: number): void {
  const look = () => {
    if (!map.getSource(TRACK) || !map.isSourceLoaded(TRACK)) return;
    map.off('render', look);
    map.getContainer().setAttribute('data-track-points', String(points));
  };
  map.on('render', look);
  map.triggerRepaint();
}

/** The covered margins of the map: the readout at the side where a line begins, buttons opposite, the legend below. */
function roomOf(container: HTMLElement): { top: number; bottom: number; left: number; right: number } {
  if (container.clientWidth < NARROW_PX) return { top: 116, bottom: 96, left: 40, right: 64 };
  const [start, end] = [268, 72];
  const rtl = getComputedStyle(container).direction === 'rtl';
  return { top: 48, bottom: 72, left: rtl ? end : start, right: rtl ? start : end };
}

/** A track on a map: the line coloured by speed, numbered stops, both ends, and one highlighted span. */
export function createTrackMap({ map }: BaseMap) {
  let track: Track | null = null;
  let wild: readonly WildFix[] = [];
  let stops: readonly PlacedEntry[] = [];
  let tows: readonly TowSpan[] = [];
  let lit: readonly [number, number] | null = null;
  let beside: readonly Track[] = [];
  /** The name of the colour of the whole line; null for colours by speed. */
  let ownColor: string | null = null;

  const source = (id: string) => map.getSource<GeoJSONSource>(id);
  const drawTrack = () => {
    const points = track?.times.length ?? 0;
    void source(TRACK)
      ?.setData(track ? trackFeatures(track, speedLimitsKph(), tows) : collection([]))
      .then(() => reportWhenDrawn(map, points));
  };
  const drawLit = () => {
    if (!track || !lit) return void source(LIT_LAYER)?.setData(collection([]));
    const [from, to] = [Math.max(0, indexAt(track, lit[0])), indexAt(track, lit[1]) + 1];
    const part = trackFeatures(
      {
        times: track.times.subarray(from, to),
        lats: track.lats.subarray(from, to),
        lons: track.lons.subarray(from, to),
        speedsKph: track.speedsKph.subarray(from, to),
        coursesDeg: track.coursesDeg.subarray(from, to),
        breaks: track.breaks.subarray(from, to),
      },
      [],
    );
    return void source(LIT_LAYER)?.setData(part);
  };
  const drawStops = () => {
    const ends = track?.times.length
      ? [
          point(track.lons[0] ?? 0, track.lats[0] ?? 0, { icon: 'end-start', key: '', order: 2 }),
          point(track.lons.at(-1) ?? 0, track.lats.at(-1) ?? 0, { icon: 'end-finish', key: '', order: 1 }),
        ]
      : [];
    const numbered = stops.map((stop) =>
      point(stop.lon, stop.lat, {
        icon: stop.number === null ? 'tow' : `stop-${stop.number}`,
        key: stop.key,
        order: 3,
      }),
    );
    const astray = wild.map(({ lat, lon }) => point(lon, lat, { icon: 'wild', key: '', order: 0 }));
    void source(STOPS)?.setData(collection([...numbered, ...ends, ...astray]));
  };

  const lineColor = (): ExpressionSpecification | string => {
    if (ownColor !== null) return cssValue(ownColor);
    const [slowest = '', ...faster] = SPEED_COLORS.map(cssValue);
    return ['step', lineProperty('speed'), slowest, ...faster.flatMap((color, index) => [index + 1, color])];
  };
  const add = () => {
    if (source(TRACK)) return;
    // The line is at most 14 px wide: a small buffer around each tile is enough.
    const empty = { type: 'geojson' as const, data: collection([]), buffer: 16 };
    // The server has simplified it already: a second simplification would move it off the vehicle.
    map.addSource(TRACK, { ...empty, tolerance: 0 });
    map.addSource(LIT_LAYER, { ...empty, tolerance: 0 });
    map.addSource(STOPS, empty);
    map.addLayer({
      id: LIT_LAYER,
      source: LIT_LAYER,
      type: 'line',
      layout: LINE,
      paint: { 'line-color': cssValue('--accent'), 'line-width': 14, 'line-opacity': 0.35 },
    });
    map.addLayer({
      id: `${TRACK}-casing`,
      source: TRACK,
      type: 'line',
      filter: ['!', lineProperty('isGap')],
      layout: LINE,
      paint: {
        'line-color': cssValue('--surface'),
        'line-width': ['interpolate', ['linear'], ['zoom'], 9, 4.5, 14, 7, 18, 9],
        'line-opacity': 0.9,
      },
    });
    map.addLayer({
      id: `${TRACK}-hole`,
      source: TRACK,
      type: 'line',
      filter: lineProperty('isGap'),
      paint: { 'line-color': cssValue('--text-dim'), 'line-width': 2, 'line-dasharray': [2, 2] },
    });
    map.addLayer({
      id: TRACK,
      source: TRACK,
      type: 'line',
      filter: ['!', ['any', lineProperty('isGap'), lineProperty('tow')]],
      layout: LINE,
      paint: {
        'line-width': ['interpolate', ['linear'], ['zoom'], 9, 2.5, 14, 4, 18, 6],
        'line-color': lineColor(),
      },
    });
    map.addLayer({
      id: `${TRACK}-tow`,
      source: TRACK,
      type: 'line',
      filter: lineProperty('tow'),
      // Dashed, because the slowest speed has nearly its colour.
      paint: { 'line-color': cssValue('--status-expired'), 'line-width': 4, 'line-dasharray': [1.5, 0.75] },
    });
    map.addLayer({
      id: STOPS,
      source: STOPS,
      type: 'symbol',
      layout: {
        'icon-image': ['get', 'icon'],
        'symbol-sort-key': ['get', 'order'],
        'icon-padding': 0,
      },
    });
    drawTrack();
    drawLit();
    drawStops();
  };

  // Numbers are drawn when a stop with that number comes into view.
  map.setMissingStyleImageResolver((id) => {
    if (map.hasImage(id)) return;
    const sign = drawSign(id, {
      ground: cssValue('--surface'),
      dim: cssValue('--text-dim'),
      stop: cssValue('--status-stopped'),
      start: cssValue('--status-running'),
      finish: cssValue('--status-stopped'),
      tow: cssValue('--status-expired'),
    });
    if (sign) map.addImage(id, sign.image, { pixelRatio: sign.pixelRatio });
  });
  map.on('style.load', add);
  addWhereReady(add);

  return {
    setTrack(next: Track | null, astray: readonly WildFix[], towed: readonly TowSpan[]): void {
      track = next;
      tows = towed;
      wild = astray;
      drawTrack();
      drawLit();
      drawStops();
    },
    setStops(next: readonly PlacedEntry[]): void {
      stops = next;
      drawStops();
    },
    /** The other tracks on the map, and the colour that distinguishes this one; null if it is the only one. */
    setBeside(tracks: readonly Track[], color: string | null): void {
      beside = tracks;
      ownColor = color;
      if (map.getLayer(TRACK)) map.setPaintProperty(TRACK, 'line-color', lineColor());
    },
    /** Highlights a span of the track, epoch milliseconds. */
    light(span: readonly [number, number] | null): void {
      lit = span;
      drawLit();
    },
    /** The stop drawn at a point of the screen. */
    stopAt(x: number, y: number): string | null {
      if (!map.getLayer(STOPS)) return null;
      const key: unknown = map.queryRenderedFeatures([x, y], { layers: [STOPS] })[0]?.properties['key'];
      return typeof key === 'string' && key !== '' ? key : null;
    },
    /** Fits a span of the track, or the whole track with the others. */
    fit(span: readonly [number, number] | null, duration = 600): void {
      if (!track) return;
      const bounds = span
        ? boundsOf(track, Math.max(0, indexAt(track, span[0])), indexAt(track, span[1]) + 1)
        : unionOf([track, ...beside].map((each) => boundsOf(each)).filter((each) => each !== null));
      if (bounds) fitStreets(map, bounds, { padding: roomOf(map.getContainer()), maxZoom: 16, duration });
    },
    stop(): void {
      map.off('style.load', add);
    },
  };
}

export type TrackMap = ReturnType<typeof createTrackMap>;
