import { PLACE_CATEGORIES } from '@milepost/contract/place-kinds';
import type { PlaceOfInterest } from '@milepost/contract/place-operations';
import type { GeoJSONSource, MapMouseEvent } from 'maplibre-gl';
import { textOn } from '../../ui/color-field/hex-color.ts';
import type { MapLibreMap } from '../map-library.ts';
import { labelsFont } from '../labels-font.ts';
import { addLayers } from '../add-layers.ts';
import { PLACE_SIGNS } from './place-signs.ts';

const SOURCE = 'over-places';
const LAYERS = ['over-place-dot', 'over-place-sign'] as const;
const RATIO = 2;
/** The side of an icon, px. */
const SIGN_PX = 14;
/** A place shows its icon from this zoom on, and its name from the next constant on. */
const SIGN_ZOOM = 9;
const NAME_ZOOM = 12.5;
const INKS = ['#ffffff', '#000000'] as const;

/** Shows places of interest on a map. They survive a change of the basemap, which removes every layer. */
export function createPlaceLayer(map: MapLibreMap, onPick?: (id: number) => void) {
  let places: readonly PlaceOfInterest[] = [];

  const draw = () => void map.getSource<GeoJSONSource>(SOURCE)?.setData(toFeatures(places));
  function add(): void {
    for (const category of PLACE_CATEGORIES) {
      for (const ink of INKS) {
        const name = imageName(category, ink);
        const image = drawSign(PLACE_SIGNS[category], ink);
        if (image && !map.hasImage(name)) map.addImage(name, image, { pixelRatio: RATIO });
      }
    }
    const css = getComputedStyle(document.documentElement);
    const [text = '#000', halo = '#fff'] = ['--text', '--surface'].map((name) => css.getPropertyValue(name).trim());
    map.addSource(SOURCE, { type: 'geojson', data: toFeatures([]), maxzoom: 14 });
    map.addLayer({
      id: LAYERS[0],
      type: 'circle',
      source: SOURCE,
      paint: {
        'circle-color': ['get', 'colour'],
        'circle-radius': ['step', ['zoom'], 4, SIGN_ZOOM, 11],
        'circle-stroke-color': halo,
        'circle-stroke-width': 1.5,
      },
    });
    map.addLayer({
      id: LAYERS[1],
      type: 'symbol',
      source: SOURCE,
      minzoom: SIGN_ZOOM,
      layout: {
        'icon-image': ['get', 'sign'],
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'text-field': ['step', ['zoom'], '', NAME_ZOOM, ['get', 'name']],
        'text-font': labelsFont(map),
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 1.1],
        'text-max-width': 9,
        'text-optional': true,
      },
      paint: { 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 1.5 },
    });
    draw();
  }
  const click = ({ point }: MapMouseEvent) => {
    if (!onPick || !map.getLayer(LAYERS[0])) return;
    const [found] = map.queryRenderedFeatures(point, { layers: [LAYERS[0]] });
    if (typeof found?.id === 'number') onPick(found.id);
  };
  map.on('click', click);
  const remove = addLayers(map, { source: SOURCE, layers: LAYERS, add });

  return {
    set(next: readonly PlaceOfInterest[]): void {
      places = next;
      draw();
    },
    stop(): void {
      remove();
      map.off('click', click);
    },
  };
}

const imageName = (category: string, ink: string) => `over-${category}-${ink}`;

function toFeatures(places: readonly PlaceOfInterest[]) {
  return {
    type: 'FeatureCollection' as const,
    features: places.map(({ id, name, category, colour, lat, lon }) => ({
      type: 'Feature' as const,
      id,
      properties: { name, colour, sign: imageName(category, textOn(colour)) },
      geometry: { type: 'Point' as const, coordinates: [lon, lat] },
    })),
  };
}

function drawSign(path: string, ink: string): ImageData | null {
  const side = SIGN_PX * RATIO;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.scale(side / 24, side / 24);
  pen.strokeStyle = ink;
  pen.lineWidth = 2.4;
  pen.lineCap = pen.lineJoin = 'round';
  pen.stroke(new Path2D(path));
  return pen.getImageData(0, 0, side, side);
}
