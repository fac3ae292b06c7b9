import type { MapFence } from '@milepost/contract/fence-operations';
import { useEffect, useEffectEvent, useState } from 'react';
import type { BaseMap } from './base-map.ts';
import type { FenceLayer } from '../../map/fences/fence-layer.ts';

interface Options {
  map: BaseMap | null;
  fences: readonly MapFence[];
  selectedId: number | null;
  hoveredId: number | null;
  /** True while something is being drawn: clicks belong to the drawing. */
  busy: boolean;
  onPick: (id: number | null) => void;
  onHover: (id: number | null) => void;
}

/** The geofences on the map, with the selected one and the one under the pointer highlighted. */
export function useFenceMap({ map, fences, selectedId, hoveredId, busy, onPick, onHover }: Options): void {
  const [layer, setLayer] = useState<FenceLayer | null>(null);
  const picked = useEffectEvent(onPick);
  const hovered = useEffectEvent(onHover);

  useEffect(() => {
    if (!map) return undefined;
    let gone = false;
    let made: FenceLayer | null = null;
    const make = async () => {
      const { createFenceLayer } = await import('../../map/fences/fence-layer.ts');
      if (gone) return;
      made = createFenceLayer(map.map, { onPick: picked, onHover: hovered });
      setLayer(made);
    };
    void make();
    return () => {
      gone = true;
      made?.stop();
      setLayer(null);
    };
  }, [map]);
  useEffect(() => layer?.set(fences), [layer, fences]);
  useEffect(() => layer?.mark('selected', selectedId), [layer, selectedId]);
  useEffect(() => layer?.mark('hovered', hoveredId), [layer, hoveredId]);
  useEffect(() => layer?.setQuiet(busy), [layer, busy]);
}
