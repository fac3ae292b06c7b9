import { useEffect, useEffectEvent } from 'react';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import type { Finer } from './use-track.ts';

/** A person who still moves the map has not begun to look. */
const LOOKS_MS = 250;
/** Width of the world at zoom 0, MapLibre's pixels, and metres around the equator. */
const WORLD_PX = 512;
const EQUATOR_M = 40_075_016.7;
/** Share of the view that is fetched beyond each edge, and metres below which nobody can see a difference. */
const MARGIN = 0.3;
const FINEST_M = 0.3;
/** A tolerance is told along the way; across it, where it is seen, it is an eighth. */
const ALONG = 8;

/** Asks for the part of the track in view as fine as the screen can show it, whenever the map has come to rest. */
export function useRefine(map: BaseMap | null, refine: (finer: Finer) => Promise<void>): void {
  const look = useEffectEvent(() => {
    if (!map) return;
    const { lat } = map.centre();
    const metresPerPixel = (EQUATOR_M * Math.cos((lat * Math.PI) / 180)) / (WORLD_PX * 2 ** map.map.getZoom());
    const view = map.map.getBounds();
    const [west, south, east, north] = [view.getWest(), view.getSouth(), view.getEast(), view.getNorth()];
    const [x, y] = [(east - west) * MARGIN, (north - south) * MARGIN];
    // The whole world: nothing of it is fine.
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
