/** `npm run -s bench:map`: frames a second of the live map in a real browser, with vehicles that all move. */
import { openPage } from '@milepost/e2e/harness/browser-page';
import { fillSignIn } from '@milepost/e2e/harness/sign-in';
import { freePort } from '@milepost/server/database/free-port';
import type { Box } from './devices/place.ts';
import { runGenerator } from './generator-process.ts';
import { countFrames } from './system/count-frames.ts';
import type { Frames } from './system/frames.ts';
import { machine } from './system/machine.ts';
import { BENCH_PASSWORD } from './system/provision.ts';
import { placeStanding } from './system/standing.ts';
import { postgresVersion } from './system/table-size.ts';
import { serveToBrowser } from './system/with-browser.ts';
import { withDatabase } from './system/with-database.ts';

interface Scene {
  name: string;
  moving: number;
  /** The stationary vehicles besides them, all over the country. */
  standing: number;
  box: Box;
  zoom: number;
}

const CENTRE = { lat: -34.885, lon: -56.155 };
const boxOf = (height: number, width: number): Box => ({
  south: CENTRE.lat - height / 2,
  west: CENTRE.lon - width / 2,
  height,
  width,
});

const SCENES: readonly Scene[] = [
  { name: 'city', moving: 10_000, standing: 0, box: boxOf(0.1, 0.2), zoom: 12 },
  // Each vehicle drawn individually: some 1,150 by 690 px at this zoom.
  { name: 'each by itself', moving: 10_000, standing: 0, box: boxOf(0.0026, 0.0053), zoom: 17 },
  { name: 'a part of 100,000', moving: 10_000, standing: 90_000, box: boxOf(0.1, 0.2), zoom: 14 },
];

const SETTLE_S = 12;
const MEASURE_S = 8;

/** Measures each scene with its own database, server, fleet at 1 Hz and browser, all on this machine. */
async function benchMap() {
  const scenes: (Frames & { scene: string; camera: string; vehicles: number })[] = [];
  let postgres = '';
  for (const scene of SCENES) {
    const measured = await measureScene(scene);
    postgres = measured.postgres;
    scenes.push(...measured.rows);
  }
  return { bench: 'map', movingHz: 1, scenes, machine: machine(postgres) };
}

async function measureScene({ name, moving, standing, box, zoom }: Scene) {
  return withDatabase(moving, async (ground) => {
    const { database } = ground;
    await placeStanding(database.url, standing);
    const ports = { gt06: await freePort(), teltonika: await freePort() };
    const { browser, address } = await serveToBrowser(ground, ports, { GATEWAY_MAX_CONNECTIONS_PER_ADDRESS: '20000' });
    const seconds = SETTLE_S + 2 * MEASURE_S + 10;
    const begun = Promise.withResolvers<void>();
    const load = runGenerator(
      {
        host: '127.0.0.1',
        ports,
        devices: moving,
        mix: 'gt06',
        recordsPerPacket: 1,
        rate: moving,
        warmUpS: 1,
        durationS: seconds,
        startsAt: Math.floor(Date.now() / 1000) * 1000,
        scatter: box,
      },
      (what) => what === 'begin' && begun.resolve(),
    );
    await Promise.race([begun.promise, load]);
    const { page } = await openPage(browser, { watchMap: true, motion: true, viewport: { width: 1440, height: 900 } });
    await page.goto(`${address}/track-vehicle?c=${CENTRE.lon},${CENTRE.lat},${zoom}`);
    await fillSignIn(page, 'admin', BENCH_PASSWORD);
    await page.waitForURL('**/track-vehicle?*');
    await page.waitForTimeout(SETTLE_S * 1000);
    const vehicles = await page.evaluate<number>('window.__milepost.vehicles().length');
    const rows = [];
    for (const camera of ['still', 'moving'] as const) {
      rows.push({ scene: name, camera, vehicles, ...(await countFrames(page, MEASURE_S, camera === 'moving')) });
    }
    await load;
    return { rows, postgres: await postgresVersion(database.url) };
  });
}

process.stdout.write(`${JSON.stringify(await benchMap())}\n`);
