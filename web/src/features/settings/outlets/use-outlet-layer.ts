import { useEffect, useEffectEvent, useState } from 'react';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import type { DrawnOutlet, OutletLayer } from './outlet-layer.ts';

interface Options {
  map: BaseMap | null;
  outlets: readonly DrawnOutlet[];
  /** True while something is being drawn: clicks belong to the drawing. */
  busy?: boolean;
  onPick: (id: number) => void;
}

/** Outlets on the map. */
export function useOutletLayer({ map, outlets, busy = false, onPick }: Options): void {
  const [layer, setLayer] = useState<OutletLayer | null>(null);
  const picked = useEffectEvent(onPick);

  useEffect(() => {
    if (!map) return undefined;
    let gone = false;
    let made: OutletLayer | null = null;
    const make = async () => {
      const { createOutletLayer } = await import('./outlet-layer.ts');
      if (gone) return;
      made = createOutletLayer(map.map, { onPick: picked });
      setLayer(made);
    };
    void make();
    return () => {
      gone = true;
      made?.stop();
      setLayer(null);
    };
  }, [map]);
  useEffect(() => layer?.set(outlets), [layer, outlets]);
  useEffect(() => layer?.setQuiet(busy), [layer, busy]);
}
