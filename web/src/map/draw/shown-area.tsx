import type { FenceShape } from '@milepost/contract/fence-shape-types';
import { useEffect } from 'react';
import type { MapLibreMap } from '../map-library.ts';

interface Props {
  map: MapLibreMap;
  /** The same object as long as the area is the same; another object is drawn again. */
  shape: FenceShape;
  colour: string;
}

/** A read-only area on the map. */
export function ShownArea({ map, shape, colour }: Props) {
  useEffect(() => {
    let gone = false;
    let stop = () => {};
    const show = async () => {
      const { createDraftLayer } = await import('./draft-layer.ts');
      if (gone) return;
      const layer = createDraftLayer(map);
      layer.set(shape, colour);
      stop = layer.stop;
    };
    void show();
    return () => {
      gone = true;
      stop();
    };
  }, [map, shape, colour]);
  return null;
}
