import { expect, test } from 'vitest';
import { layerGroup } from './layer-groups.ts';

test.each([
  ['label-street', 'symbol', 'labels'],
  ['road-casing-primary', 'line', 'roads'],
  ['tunnel-service', 'line', 'roads'],
  ['building', 'fill', 'buildings'],
  ['building-3d', 'fill-extrusion', 'buildings'],
  ['rail-sleepers', 'line', 'rail'],
  ['road_major_rail', 'line', 'rail'],
  ['waterway', 'line', 'water'],
  ['landuse-park', 'fill', 'green'],
  ['landcover_wood', 'fill', 'green'],
  ['background', 'background', null],
  ['world-land', 'fill', null],
  ['landuse-built', 'fill', null],
  ['world-border', 'line', null],
])('%s (%s) belongs to %s', (id, type, group) => {
  expect(layerGroup({ id, type })).toBe(group);
});
