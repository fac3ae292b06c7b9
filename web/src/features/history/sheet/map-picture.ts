import { fitStreets } from '../../../map/fit-streets.ts';
import type { Basemap, MapLook } from '../../../ui/map/base-map.ts';
import { createBaseMap } from '../../../ui/map/base-map.ts';
import { drawSign, type SignColors } from '../track/map-signs.ts';
import { valueAtIndex, boundsOf, type Track, unionOf } from '../track/track.ts';
import { collection, lineProperty, type TowSpan, trackFeatures } from '../track/track-features.ts';
import type { PlacedEntry } from '../track/track-map.ts';
import { letterOf } from './track-sheet.ts';

/** The map of a sheet as a picture. */
export interface MapPicture {
  canvas: HTMLCanvasElement;
  /** A JPEG data URL. */
  url: string;
  /** The attribution of the map, as on the screen. */
  attribution: string;
  /** The print colour of each vehicle, in order. */
  inks: readonly string[];
}

/** The track of a vehicle. */
interface Way {
  track: Track;
  stops: readonly PlacedEntry[];
  tows: readonly TowSpan[];
  /** The name of the variable with its colour, if there are several. */
  color: string | null;
}

interface Given {
  /** At least one, in the order of their letters. */
  ways: readonly Way[];
  /** The visible part of the map, [west, south, east, north]; null for all tracks. */
  view: readonly [number, number, number, number] | null;
  basemap: Basemap;
  styleUrls: MapLook['styleUrls'];
  language: string;
}

/** CSS pixels: the width of the paper at 96 per inch; drawn at twice that. */
const SIZE = { width: 720, height: 460 };
const PIXEL_RATIO = 2;
const EDGE_PX = 32;
/** Tiles that are not loaded by then are missing on the paper. */
const WITHIN_MS = 20_000;
/**
 * The print colour of one vehicle, legible on a monochrome printer; several vehicles each have their own, and a letter.
 */
const INK = '#111111';
const DIM = '#555555';
const inksOf = (ink: string): SignColors => ({
  ground: '#ffffff',
  dim: DIM,
  stop: ink,
  start: ink,
  finish: ink,
  tow: DIM,
});

const point = (lon: number, lat: number, icon: string, order: number) => ({
  type: 'Feature' as const,
  properties: { icon, order },
  geometry: { type: 'Point' as const, coordinates: [lon, lat] },
});

/** An arrow along the line, which a symbol layer rotates. */
function drawArrow(ink: string): ImageData | null {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 32;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.beginPath();
  pen.moveTo(4, 5);
  pen.lineTo(28, 16);
  pen.lineTo(4, 27);
  pen.lineTo(10, 16);
  pen.closePath();
  pen.fillStyle = '#ffffff';
  pen.strokeStyle = ink;
  pen.lineWidth = 3;
  pen.lineJoin = 'round';
  pen.fill();
  pen.stroke();
  return pen.getImageData(0, 0, 32, 32);
}

/**
 * Draws the streets, each track with its direction and the numbered stops, in light colours whatever the screen's
 * theme.
 */
export async function mapPicture(given: Given): Promise<MapPicture> {
  const { ways, view, basemap, styleUrls, language } = given;
  const container = document.createElement('div');
  // Paper is light, whatever the screen's theme.
  container.dataset['mantineColorScheme'] = 'light';
  Object.assign(container.style, {
    position: 'fixed',
    insetInlineStart: '-10000px',
    top: '0',
    width: `${SIZE.width}px`,
    height: `${SIZE.height}px`,
  });
  document.body.append(container);
  const inks = ways.map(({ color }) =>
    color === null ? INK : getComputedStyle(container).getPropertyValue(color).trim(),
  );
  const lons = ways.flatMap(({ track }) => track.lons[0] ?? []);
  const lats = ways.flatMap(({ track }) => track.lats[0] ?? []);
  const base = createBaseMap({
    container,
    label: '',
    theme: 'light',
    camera: [lons[0] ?? 0, lats[0] ?? 0, 12],
    reducedMotion: true,
    interactive: false,
    picture: PIXEL_RATIO,
    onClick: () => undefined,
    onMove: () => undefined,
  });
  const { map } = base;
  try {
    map.setMissingStyleImageResolver((id) => {
      // A sign with the index of its vehicle: `stop-A3@0`.
      const [name = '', index] = id.split('@');
      const sign = map.hasImage(id) ? null : drawSign(name, inksOf(inks[Number(index)] ?? INK));
      if (sign) map.addImage(id, sign.image, { pixelRatio: sign.pixelRatio });
    });
    const deadline = performance.now() + WITHIN_MS;
    await base.show({ basemap, theme: 'light', language, styleUrls });
    // Waits for the style that was just set. The plain style with which a map is created has fired its event before, or
    // never fires it.
    const styled = new Promise<void>((resolve) => {
      map.once('style.load', () => resolve());
    });
    await atMost(styled, deadline);
    for (const [index, way] of ways.entries()) addLines(way, index);
    // All signs are above all lines.
    for (const [index, way] of ways.entries()) addSigns(way, index);
    const whole = unionOf(ways.map(({ track }) => boundsOf(track)).filter((each) => each !== null));
    if (view) map.fitBounds([...view], { duration: 0 });
    else if (whole) {
      const padding = { top: EDGE_PX, bottom: EDGE_PX, left: EDGE_PX, right: EDGE_PX };
      fitStreets(map, whole, { padding, maxZoom: 17, duration: 0 });
    }
    await drawn(deadline);
    const canvas = document.createElement('canvas');
    canvas.width = SIZE.width * PIXEL_RATIO;
    canvas.height = SIZE.height * PIXEL_RATIO;
    canvas.getContext('2d')?.drawImage(map.getCanvas(), 0, 0, canvas.width, canvas.height);
    const attribution = container.querySelector('.maplibregl-ctrl-attrib-inner')?.textContent ?? '';
    return { canvas, url: canvas.toDataURL('image/jpeg', 0.92), attribution: attribution.trim(), inks };
  } finally {
    base.stop();
    container.remove();
  }

  /** Waits until the basemap has its background and nothing is loading any more. */
  async function drawn(deadline: number): Promise<void> {
    do {
      const idle = new Promise<void>((resolve) => {
        map.once('idle', () => resolve());
      });
      map.triggerRepaint();
      await atMost(idle, deadline);
    } while (container.dataset['loading'] !== undefined && performance.now() < deadline);
    // The background gets its colour when the basemap is loaded.
    const idle = new Promise<void>((resolve) => {
      map.once('idle', () => resolve());
    });
    map.triggerRepaint();
    await atMost(idle, deadline);
  }

  function addLines({ track, tows }: Way, index: number): void {
    const ink = inks[index] ?? INK;
    const arrow = drawArrow(ink);
    if (arrow) map.addImage(`sheet-arrow-${index}`, arrow, { pixelRatio: 2 });
    const source = `sheet-track-${index}`;
    map.addSource(source, { type: 'geojson', data: trackFeatures(track, [], tows), tolerance: 0 });
    const layout = { 'line-join': 'round', 'line-cap': 'round' } as const;
    map.addLayer({
      id: `${source}-casing`,
      source,
      type: 'line',
      filter: ['!', lineProperty('isGap')],
      layout,
      paint: { 'line-color': '#ffffff', 'line-width': 6 },
    });
    map.addLayer({
      id: source,
      source,
      type: 'line',
      filter: ['!', ['any', lineProperty('isGap'), lineProperty('tow')]],
      layout,
      paint: { 'line-color': ink, 'line-width': 2.5 },
    });
    map.addLayer({
      id: `${source}-dashed`,
      source,
      type: 'line',
      filter: ['any', lineProperty('isGap'), lineProperty('tow')],
      paint: { 'line-color': ways.length > 1 ? ink : DIM, 'line-width': 2, 'line-dasharray': [2, 2] },
    });
    map.addLayer({
      id: `${source}-arrows`,
      source,
      type: 'symbol',
      filter: ['!', lineProperty('isGap')],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 70,
        'icon-image': `sheet-arrow-${index}`,
        'icon-rotation-alignment': 'map',
        'icon-padding': 0,
      },
    });
  }

  function addSigns({ track, stops }: Way, index: number): void {
    const last = track.times.length - 1;
    const ends =
      last < 0
        ? []
        : [
            point(valueAtIndex(track.lons, 0), valueAtIndex(track.lats, 0), `end-start@${index}`, 2),
            point(valueAtIndex(track.lons, last), valueAtIndex(track.lats, last), `end-finish@${index}`, 1),
          ];
    const letter = letterOf(index, ways.length);
    const numbered = stops.map(({ lon, lat, number }) =>
      point(lon, lat, `${number === null ? 'tow' : `stop-${letter}${number}`}@${index}`, 3),
    );
    const source = `sheet-signs-${index}`;
    map.addSource(source, { type: 'geojson', data: collection([...numbered, ...ends]) });
    map.addLayer({
      id: source,
      source,
      type: 'symbol',
      layout: {
        'icon-image': ['get', 'icon'],
        'symbol-sort-key': ['get', 'order'],
        'icon-padding': 0,
        // A stop that the table numbers must be on the map too, even if two are close together.
        'icon-allow-overlap': true,
      },
    });
  }
}

/** Waits for a promise, but no longer than until the deadline. */
function atMost(what: Promise<void>, deadline: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, deadline - performance.now()));
  });
  return Promise.race([what, late]).finally(() => clearTimeout(timer));
}
