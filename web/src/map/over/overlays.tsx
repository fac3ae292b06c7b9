import { useEffect, useEffectEvent, useRef } from 'react';
import { useCall } from '../../api/use-call.ts';
import { createFenceLayer } from '../fences/fence-layer.ts';
import type { MapLibreMap } from '../map-library.ts';
import { createPlaceLayer } from './place-layer.ts';

const FRESH_MS = 60_000;
const NO_ROWS = [] as const;

/** All geofences of the scope on a map, read-only, with their names at high zooms. */
export function FencesOver({ map }: { map: MapLibreMap }) {
  const { data } = useCall('get-fence-map', {}, { staleTime: FRESH_MS });
  const layer = useRef<ReturnType<typeof createFenceLayer>>(null);
  const rows = data?.rows ?? NO_ROWS;
  const fill = useEffectEvent(() => layer.current?.set(rows));
  useEffect(() => {
    const made = createFenceLayer(map, { onPick: () => undefined, onHover: () => undefined });
    made.setQuiet(true);
    layer.current = made;
    fill();
    return () => {
      made.set([]);
      made.stop();
    };
  }, [map]);
  useEffect(() => layer.current?.set(rows), [rows]);
  return null;
}

/** All places of interest of the scope on a map. */
export function PlacesOver({ map, onPick }: { map: MapLibreMap; onPick?: (id: number) => void }) {
  const { data } = useCall('get-place-list', {}, { staleTime: FRESH_MS });
  const layer = useRef<ReturnType<typeof createPlaceLayer>>(null);
  const rows = data?.rows ?? NO_ROWS;
  const pick = useEffectEvent((id: number) => onPick?.(id));
  const fill = useEffectEvent(() => layer.current?.set(rows));
  useEffect(() => {
    const made = createPlaceLayer(map, (id) => pick(id));
    layer.current = made;
    fill();
    return () => made.stop();
  }, [map]);
  useEffect(() => layer.current?.set(rows), [rows]);
  return null;
}
