import type { PastVehicle } from '@milepost/contract/history-operations';
import { VEHICLE_STATUSES } from '@milepost/contract/live-constants';
import type { GeoJSONSource } from 'maplibre-gl';
import { fitStreets } from '../../../map/fit-streets.ts';
import { atlasColors, drawVehicleAtlas } from '../../../map/vehicle-atlas.ts';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import { addWhereReady } from '../track/add-where-ready.ts';

const LAYER = 'history-fleet';
/** The icons of the live map are drawn at three times their size. */
const PIXEL_RATIO = 3;

type Placed = PastVehicle & { fix: NonNullable<PastVehicle['fix']> };
export const isPlaced = (vehicle: PastVehicle): vehicle is Placed => vehicle.fix !== null;

/** Vehicles at past positions on a map, with the icons of the live map. */
export function createPastMap({ map }: BaseMap) {
  let vehicles: readonly Placed[] = [];

  const draw = () =>
    void map.getSource<GeoJSONSource>(LAYER)?.setData({
      type: 'FeatureCollection',
      features: vehicles.map(({ id, status, fix, isPrivate }) => ({
        type: 'Feature',
        properties: {
          id,
          icon: `past-${isPrivate ? 'never' : status}`,
          turn: status === 'running' ? fix.courseDeg : 0,
        },
        geometry: { type: 'Point', coordinates: [fix.lon, fix.lat] },
      })),
    });
  const add = () => {
    if (map.getSource(LAYER)) return;
    map.addSource(LAYER, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    const { image, mapping } = drawVehicleAtlas(atlasColors(document.documentElement));
    VEHICLE_STATUSES.forEach((status, code) => {
      const cell = mapping[code];
      if (cell) map.addImage(`past-${status}`, cut(image, cell), { pixelRatio: PIXEL_RATIO });
    });
    map.addLayer({
      id: LAYER,
      source: LAYER,
      type: 'symbol',
      layout: {
        'icon-image': ['get', 'icon'],
        'icon-rotate': ['get', 'turn'],
        'icon-rotation-alignment': 'map',
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
        'icon-size': ['interpolate', ['linear'], ['zoom'], 6, 0.5, 12, 1],
      },
    });
    draw();
  };
  map.on('style.load', add);
  addWhereReady(add);

  return {
    show(next: readonly PastVehicle[]): void {
      vehicles = next.filter(isPlaced);
      draw();
    },
    /** The vehicle drawn at a point of the screen. */
    vehicleAt(x: number, y: number): number | null {
      if (!map.getLayer(LAYER)) return null;
      const id: unknown = map.queryRenderedFeatures([x, y], { layers: [LAYER] })[0]?.properties['id'];
      return typeof id === 'number' ? id : null;
    },
    /** Fits all of them. */
    fit(): void {
      const [first] = vehicles;
      if (!first) return;
      let [west, south, east, north] = [first.fix.lon, first.fix.lat, first.fix.lon, first.fix.lat];
      for (const { fix } of vehicles) {
        [west, east] = [Math.min(west, fix.lon), Math.max(east, fix.lon)];
        [south, north] = [Math.min(south, fix.lat), Math.max(north, fix.lat)];
      }
      const padding = { top: 48, bottom: 48, left: 48, right: 48 };
      fitStreets(map, [west, south, east, north], { padding, maxZoom: 14, duration: 0 });
    },
    stop: () => void map.off('style.load', add),
  };
}

export type PastMap = ReturnType<typeof createPastMap>;

/** Cuts one picture out of the atlas. */
function cut(image: ImageData, { x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * image.width + x) * 4;
    data.set(image.data.subarray(from, from + width * 4), row * width * 4);
  }
  return { width, height, data };
}
