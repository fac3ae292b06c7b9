import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServiceFault } from '../../ask-service.ts';
import { StartError } from '../../errors.ts';
import { streetGrid } from '../../testing/street-grid.ts';
import { type Router } from './open-router.ts';
import { drivingTableReader } from './router.ts';
import { ENGINE_PACKAGE, valhallaTiles } from './valhalla-tiles.ts';

const run = promisify(execFile);
const { signal } = new AbortController();
const CORNER = { lat: -34.9, lon: -56.2 };
const STEP = 0.005;
const crossing = (row: number, column: number) => ({ lat: CORNER.lat + row * STEP, lon: CORNER.lon + column * STEP });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'milepost-tiles-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function packageFolder(): string | null {
  try {
    return path.dirname(createRequire(import.meta.url).resolve(ENGINE_PACKAGE));
  } catch {
    return null;
  }
}
const installed = packageFolder();

test.skipIf(installed !== null)('without its package the start reports what to install', () => {
  const configFile = path.join(folder, 'valhalla.json');
  expect(() => valhallaTiles({ form: 'tiles', configFile, profile: '' })).toThrow(StartError);
  expect(() => valhallaTiles({ form: 'tiles', configFile, profile: '' })).toThrow(
    `npm install --no-save ${ENGINE_PACKAGE}`,
  );
});

// The package is larger than all others together, so it is installed only on request: `npm install --no-save` and its
// name.
describe.skipIf(installed === null)(
  'a tile set (skipped where the package @valhallajs/valhallajs is not installed)',
  () => {
    let router: Router;
    let configFile: string;

    beforeAll(async () => {
      const command = path.join(installed ?? '', 'bin/valhalla-cli.js');
      const pbf = path.join(folder, 'grid.osm.pbf');
      await writeFile(pbf, streetGrid(CORNER, 11, STEP));
      configFile = path.join(folder, 'valhalla.json');
      const { stdout } = await run(process.execPath, [
        command,
        'build_config',
        '--mjolnir-tile-dir',
        path.join(folder, 'tiles'),
        '--mjolnir-tile-extract',
        '',
      ]);
      await writeFile(configFile, stdout);
      await run(process.execPath, [command, 'build_tiles', '-c', configFile, pbf]);
      router = valhallaTiles({ form: 'tiles', configFile, profile: '' });
    });
    afterAll(() => router.stop());

    const readTable = (by = router) =>
      drivingTableReader(by.ask, signal)([crossing(0, 0), crossing(3, 4), null, crossing(0, 1)]);

    test('returns the ways along its streets, around the corner too', async () => {
      const { metres, seconds } = await readTable();
      // A degree is 111,195 m; of longitude at 34.9° south 0.8202 of that. Three streets north, four east.
      const [north, east] = [STEP * 111_195, STEP * 111_195 * Math.cos((34.9 * Math.PI) / 180)];
      expect(metres[1]).toBeGreaterThan((3 * north + 4 * east) * 0.98);
      expect(metres[1]).toBeLessThan((3 * north + 4 * east) * 1.02);
      expect(metres[3]).toBeGreaterThan(east * 0.97);
      expect(metres[3]).toBeLessThan(east * 1.03);
      // Residential streets: between 15 and 50 km/h.
      expect((metres[1] ?? 0) / (seconds[1] ?? 0)).toBeGreaterThan(15 / 3.6);
      expect((metres[1] ?? 0) / (seconds[1] ?? 0)).toBeLessThan(50 / 3.6);
    });

    test('has no place outside of its streets: a fault, after which the next source is used', async () => {
      const far = drivingTableReader(router.ask, signal)([crossing(0, 0), { lat: 10, lon: 10 }]);
      await expect(far).rejects.toThrow(ServiceFault);
      await expect(readTable()).resolves.toBeDefined();
    });

    test('reports an invalid configuration as a fault of the request, not of the server', async () => {
      const broken = path.join(folder, 'broken.json');
      await writeFile(broken, (await readFile(configFile, 'utf8')).slice(0, 500));
      const own = valhallaTiles({ form: 'tiles', configFile: broken, profile: '' });
      await expect(readTable(own)).rejects.toThrow(ServiceFault);
      await own.stop();
    });

    test('restarts the engine after it has ended', async () => {
      await readTable();
      await router.stop();
      await expect(readTable()).resolves.toBeDefined();
    });
  },
);
