import { expect, test } from 'vitest';
import { mapDrawn, mapVehicles } from './harness/map-probe.ts';
import { useRunning } from './harness/running.ts';
import { signIn } from './harness/sign-in.ts';
import { waitUntil } from './harness/until.ts';

/** As many as `npm start` has: with fewer, all of them can be stopped for a quarter of an hour at night. */
const VEHICLES = 62;
const running = useRunning({ demoVehicles: VEHICLES, ownPostgres: true, environment: { DEMO_PAST_DAYS: '0.1' } });

/** The area in which the demo drives. */
const isInMontevideo = ({ lat, lon }: { lat: number; lon: number }) =>
  lat > -35 && lat < -34.6 && lon > -56.5 && lon < -55.9;

test('the demo fleet drives: in the list with drivers and groups, on the map, all in the demo city', async () => {
  const opened = await running.open({ watchMap: true });
  const { page, problems } = opened;
  await signIn(opened, running.server, { path: '/track-vehicle' });
  await mapDrawn(page);
  await waitUntil(
    'the fleet',
    async () => (await page.getByTestId('status-count-all').innerText()) === String(VEHICLES),
  );
  await waitUntil(
    'vehicles on the road',
    async () => Number(await page.getByTestId('status-count-running').innerText()) >= 2,
    90_000,
  );
  const before = await mapVehicles(page);
  const moved = await waitUntil(
    'two vehicles to move',
    async () => {
      const now = await mapVehicles(page);
      const others = now.filter(({ id, lat, lon }) => {
        const then = before.find((one) => one.id === id);
        // Vehicles that never reported have no coordinates (NaN), so they do not count as moving.
        return then !== undefined && Math.hypot(then.lat - lat, then.lon - lon) > 0;
      });
      return others.length >= 2 ? others : null;
    },
    60_000,
  );
  for (const vehicle of moved) expect(isInMontevideo(vehicle), JSON.stringify(vehicle)).toBe(true);

  // The list contains only visible rows: on a quiet morning the moving vehicles can be further down.
  await page.getByTestId('status-chip-running').click();
  const row = page.locator('[data-testid^="vehicle-row-"][data-status="running"]').first();
  // The registration, driver, speed, address and elapsed time.
  await waitUntil(
    'place and speed in the list',
    async () => /\d km\/h[\s\S]+(now|ago)/.test(await row.innerText()),
    20_000,
  );
  expect(await page.getByText('Demo fleet').count()).toBe(1);
  expect(await page.getByText(/\d+ of \d+ moving/).count()).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});
