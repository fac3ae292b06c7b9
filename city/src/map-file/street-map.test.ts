import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SMALL_MIDDLE, smallMap } from '../testing/small-map.ts';
import { writeArchive } from '../testing/write-archive.ts';
import { MAP_LAYOUTS, type MapLayout } from './layout.ts';
import { MapFileFault } from './map-file-fault.ts';
import { openStreetMap } from './street-map.ts';

let folder: string;
const whole: Record<string, Buffer> = {};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-map-file-'));
  for (const layout of MAP_LAYOUTS) whole[layout] = smallMap({ layout });
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(bytes: Buffer | string | undefined): string {
  const file = join(folder, `${Math.random()}.pmtiles`);
  writeFileSync(file, bytes ?? '');
  return file;
}
const changed = (change: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.from(whole['protomaps'] ?? '');
  change(bytes);
  return bytes;
};
const faultOf = async (file: string) =>
  openStreetMap(file).then(
    () => null,
    (error: unknown) => (error instanceof MapFileFault ? [error.code, error.found] : error),
  );

const MIDDLE_TILE = { z: 14, x: 5634, y: 9889 };

test.each<[MapLayout, string, string[]]>([
  ['protomaps', 'roads', ['buildings', 'landuse', 'roads']],
  ['openmaptiles', 'transportation_name', ['building', 'landuse', 'transportation_name']],
])('a file of the layout of %s is read by ranges', async (layout, labelled, some) => {
  const map = await openStreetMap(fileOf(smallMap({ layout }, 20)));
  expect(map.layout).toBe(layout);
  const { z, x, y } = MIDDLE_TILE;
  expect([x, y]).toEqual([
    Math.floor(((SMALL_MIDDLE[0] + 180) / 360) * 2 ** z),
    Math.floor(((1 - Math.asinh(Math.tan((SMALL_MIDDLE[1] * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z),
  ]);
  const tile = new VectorTile(new PbfReader((await map.archive.tile(z, x, y)) ?? new Uint8Array()));
  expect(Object.keys(tile.layers)).toEqual(expect.arrayContaining(some));
  const streets = tile.layers[labelled];
  const names = Array.from({ length: streets?.length ?? 0 }, (_, i) => streets?.feature(i).properties['name']);
  expect(names).toContain('Sarandí');
  expect(await map.archive.tile(z, 0, 0)).toBeNull();
  expect(await map.archive.tile(3, 0, 0)).toBeNull();
  await map.archive.close();
});

test('opens a 100 GB file at once', async () => {
  const size = 100_000_000_000;
  const file = fileOf(changed((bytes) => bytes.writeBigUInt64LE(BigInt(size) - bytes.readBigUInt64LE(56), 64)));
  truncateSync(file, size);
  const began = performance.now();
  const map = await openStreetMap(file);
  expect(performance.now() - began).toBeLessThan(1000);
  const { z, x, y } = MIDDLE_TILE;
  expect((await map.archive.tile(z, x, y))?.length).toBeGreaterThan(1000);
  await map.archive.close();
});

test('reports an unusable file', async () => {
  const { length } = whole['protomaps'] ?? '';
  expect(await faultOf(join(folder, 'none.pmtiles'))).toEqual(['missing', '']);
  expect(await faultOf(folder)).toEqual(['unreadable', 'not a file']);
  expect(await faultOf(fileOf(''))).toEqual(['not-pmtiles', '']);
  expect(await faultOf(fileOf('<html>404 Not Found</html>'))).toEqual(['not-pmtiles', '']);
  expect(await faultOf(fileOf(changed((bytes) => (bytes[7] = 2))))).toEqual(['old-version', '2']);
  expect(await faultOf(fileOf(whole['protomaps']?.subarray(0, length - 1)))).toEqual([
    'truncated',
    `it has ${length - 1} of ${length} bytes`,
  ]);
  expect(await faultOf(fileOf(whole['protomaps']?.subarray(0, 60)))).toEqual(['truncated', 'it has 60 bytes']);
  expect(await faultOf(fileOf(changed((bytes) => (bytes[99] = 2))))).toEqual(['pictures', 'png']);
  expect(await faultOf(fileOf(changed((bytes) => (bytes[99] = 6))))).toEqual(['other-tiles', 'mlt']);
  expect(await faultOf(fileOf(changed((bytes) => bytes.fill(7, 127, 140))))).toEqual([
    'damaged',
    'what is compressed cannot be read',
  ]);
});

test('reports an unsupported layout', async () => {
  const file = fileOf(
    writeArchive({
      tiles: [{ z: 0, x: 0, y: 0, bytes: new Uint8Array([1]) }],
      metadata: { vector_layers: [{ id: 'streets' }, { id: 'street_labels' }] },
      bounds: [0, 0, 1, 1],
    }),
  );
  expect(await faultOf(file)).toEqual(['other-layout', 'streets, street_labels']);
});
