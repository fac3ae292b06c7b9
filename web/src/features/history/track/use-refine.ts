import { useEffect, useEffectEvent } from 'react';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import type { DetailRequest } from './use-track.ts';

/** The debounce of map movements. */
const LOOKS_MS = 250;
/** The width of the world at zoom 0 in MapLibre's pixels, and metres around the equator. */
const WORLD_PX = 512;
const EQUATOR_M = 40_075_016.7;
/** The share of the view that is fetched beyond each edge, and the metres below which no difference is visible. */
const MARGIN = 0.3;
const FINEST_M = 0.3;
/** The tolerance is measured along the track; across it, where it is visible, it is an eighth. */
const ALONG = 8;

/** Requests the visible part of the track in the detail that the screen can show, whenever the map stops moving. */
export function useRefine(map: BaseMap | null, refine: (finer: DetailRequest) => Promise<void>): void {
  const look = useEffectEvent(() => {
    if (!map) return;
    const { lat } = map.centre();
    const metresPerPixel = (EQUATOR_M * Math.cos((lat * Math.PI) / 180)) / (WORLD_PX * 2 ** map.map.getZoom());
    const view = map.map.getBounds();
    const [west, south, east, north] = [view.getWest(), view.getSouth(), view.getEast(), view.getNorth()];
    const [x, y] = [(east - west) * MARGIN, (north - south) * MARGIN];
    // The whole world needs no detail.
    if (east - west + 2 * x >= 360) return;
    const bounds = [wrap(west - x), Math.max(-90, south - y), wrap(east + x), Math.min(90, north + y)] as const;
    refine({ bounds, toleranceM: Math.max(FINEST_M, metresPerPixel) * ALONG }).catch((error: unknown) =>
      console.warn('The track cannot be shown finer', error),
    );
  });
  useEffect(() => {
    if (!map) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      clearTimeout(timer);
      timer = setTimeout(look, LOOKS_MS);
    };
    map.map.on('moveend', rest);
    return () => {
      clearTimeout(timer);
      map.map.off('moveend', rest);
    };
  }, [map]);
}

const wrap = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180;
