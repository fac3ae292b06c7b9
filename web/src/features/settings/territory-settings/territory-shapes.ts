import type { Place } from '@milepost/contract/common';
import { shapeAreaM2 } from '@milepost/contract/fence-geometry';
import type { MapFence } from '@milepost/contract/fence-routes';
import type { FenceShape } from '@milepost/contract/fence-shape-types';
import { shapeBox } from '../../../map/fences/shape-features.ts';

interface Drawn {
  id: number;
  name: string;
  colour: string;
  areas: readonly Place[][];
}

/** The areas of territories in the form of the geofence layer, each by the id of its territory. */
export const drawnAreas = (territories: readonly Drawn[]): MapFence[] =>
  territories.flatMap(({ id, name, colour, areas }) =>
    areas.flatMap((ring): MapFence[] => {
      const shape: FenceShape = { kind: 'polygon', rings: [ring] };
      const box = shapeBox(shape);
      return box ? [{ id, name, colour, tags: [], areaM2: shapeAreaM2(shape), box: [...box], shape }] : [];
    }),
  );
