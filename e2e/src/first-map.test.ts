import { expect, test } from 'vitest';
import { mapDrawn } from './harness/map-probe.ts';
import { useRunning } from './harness/running.ts';
import { fillSignIn } from './harness/sign-in.ts';
import { waitUntil } from './harness/until.ts';
import { watchBytes } from './harness/wire-bytes.ts';

const VEHICLES = 40;
const running = useRunning({ demoVehicles: VEHICLES, ownPostgres: true, environment: { DEMO_PAST_DAYS: '0.1' } });

/** Scripts, styles, fonts and data of the map, with the page itself and what the screen opens by itself; without tiles. */
const MAX_FILES = 40;
/** Nothing has been requested for this long. */
const QUIET_MS = 1000;

/** Sign-in and the first map together take 16 s over a line of 400 kbit/s. */
const MAX_BYTES = 800_000;

test('a browser that was never here has the live map after at most 0.8 MB, sign-in included', async () => {
  const { page } = await running.open({ fresh: true, watchMap: true, viewport: { width: 1440, height: 900 } });
  const received = watchBytes(page);
  await page.goto(running.server.address);
  await page.waitForURL('**/authentication/signin');
  await fillSignIn(page, running.server.username, running.server.password);
  await mapDrawn(page);
  // The map is first drawn without a style, which loads later.
  await waitUntil('the streets', async () => (await received()).some(({ url }) => url.includes('/tiles/')));
  await mapDrawn(page);
  await waitUntil(
    'the fleet',
    async () => (await page.getByTestId('status-count-all').innerText()) === String(VEHICLES),
  );
  const all = (await received()).toSorted((a, b) => b.bytes - a.bytes);
  const names = all.map(({ url }) => new URL(url).pathname);
  // The measured bytes: code including the worker, styles, fonts, tiles, calls and the live socket.
  for (const kind of [/with-worker.*\.js$/, /\.css$/, /\.woff2$/, /\/tiles\/.*\.pbf$/, /\d\.html$/, /^\/live$/]) {
    expect(
      names.some((name) => kind.test(name)),
      String(kind),
    ).toBe(true);
  }
  const total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  const heaviest = all.slice(0, 25).map(({ bytes, url, operation }) => `${bytes} ${url} ${operation ?? ''}`);
  expect(total, `${total} bytes:\n${heaviest.join('\n')}`).toBeLessThanOrEqual(MAX_BYTES);
});

// Screens with a map, a drawer and a chart, near the limit. `npm run check:size` counts what each screen needs to be shown.
test.each(['/geo-fence', '/expenses', '/reports/trips'])(
  'the first visit of %s takes at most 40 files',
  async (path) => {
    const { context } = await running.openSignedIn('/extra-pages/about');
    const session = await context.storageState();
    const { page } = await running.open({ fresh: true, session, viewport: { width: 1440, height: 900 } });
    const files = new Set<string>();
    let last = performance.now();
    page.on('request', (request) => {
      last = performance.now();
      const { pathname } = new URL(request.url());
      if (request.method() === 'GET' && !pathname.endsWith('.pbf')) files.add(pathname);
    });
    await page.goto(running.server.address + path);
    await page.getByTestId('live-badge').waitFor();
    await page.locator('main :is(table, canvas)').first().waitFor();
    await waitUntil('all files', () => performance.now() - last > QUIET_MS, 20_000);
    expect(files.size, [...files].join('\n')).toBeLessThanOrEqual(MAX_FILES);
  },
);
