/** `npm run -s bench:fences`: frames a second of a map with ten thousand geofences, in a real browser. */
import { Pool } from 'pg';
import { openPage } from '@milepost/e2e/harness/browser-page';
import { fillSignIn } from '@milepost/e2e/harness/sign-in';
import { waitUntil } from '@milepost/e2e/harness/until';
import { machine } from './system/machine.ts';
import { panFrames } from './system/pan-frames.ts';
import { BENCH_PASSWORD } from './system/provision.ts';
import { putFences } from './system/put-fences.ts';
import { postgresVersion } from './system/table-size.ts';
import { serveToBrowser } from './system/with-browser.ts';
import { withDatabase } from './system/with-database.ts';

const FENCES = 10_000;
const MEASURE_S = 8;
const CENTRE = { lat: -34.85, lon: -56.17 };
const DRAWN = `Boolean(window.__milepost?.map.getLayer('fence-fill')) &&
  window.__milepost.map.queryRenderedFeatures({ layers: ['fence-fill', 'fence-dot'] }).length > 0`;
/** The zooms that show all geofences, those of a city, and those of a suburb. */
const ZOOMS = [9, 12, 14];

/** Pans a map over the same geofences, drawn and hidden: their cost is the difference. */
async function benchFences() {
  return withDatabase(1, async (ground) => {
    const { database, stops } = ground;
    const pool = new Pool({ connectionString: database.url });
    stops.push(() => pool.end());
    await putFences(pool, FENCES, CENTRE);
    const { browser, address } = await serveToBrowser(ground);
    const { page } = await openPage(browser, { watchMap: true, motion: true, viewport: { width: 1440, height: 900 } });
    await page.goto(`${address}/geo-fence`);
    await fillSignIn(page, 'admin', BENCH_PASSWORD);
    await page.getByTestId('fence-count').waitFor({ timeout: 120_000 });
    await page.reload();
    const began = Date.now();
    await waitUntil('the fences to be drawn', () => page.evaluate<boolean>(DRAWN), 120_000);
    const openS = (Date.now() - began) / 1000;
    const scenes = [];
    for (const zoom of ZOOMS) {
      const camera = { ...CENTRE, zoom };
      // The same path once before, because otherwise the first of the two would include loading the basemap's tiles.
      await panFrames(page, { camera, seconds: MEASURE_S, hidden: false });
      const drawn = await panFrames(page, { camera, seconds: MEASURE_S, hidden: false });
      const hidden = await panFrames(page, { camera, seconds: MEASURE_S, hidden: true });
      scenes.push({ zoom, ...drawn, without: hidden, ratio: round(drawn.framesPerSecond / hidden.framesPerSecond) });
    }
    return { bench: 'fences', fences: FENCES, openS, scenes, machine: machine(await postgresVersion(database.url)) };
  });
}

const round = (value: number) => Math.round(value * 100) / 100;

process.stdout.write(`${JSON.stringify(await benchFences())}\n`);
