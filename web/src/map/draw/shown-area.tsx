import type { Place } from '@milepost/contract/common';
import { useEffect } from 'react';
import type { MapLibreMap } from '../map-library.ts';

interface Props {
  map: MapLibreMap;
  ring: readonly Place[];
  colour: string;
}

/** An area as it was drawn, to look at. */
export function ShownArea({ map, ring, colour }: Props) {
  useEffect(() => {
    let gone = false;
    let stop = () => {};
    const show = async () => {
      const { createDraftLayer } = await import('./draft-layer.ts');
      if (gone) return;
      const layer = createDraftLayer(map);
      layer.set({ kind: 'polygon', rings: [[...ring]] }, colour);
      stop = layer.stop;
    };
    void show();
    return () => {
      gone = true;
      stop();
    };
  }, [map, ring, colour]);
  return null;
}
