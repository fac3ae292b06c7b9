import { expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { newImei } from './harness/fleet.ts';
import { useRunning } from './harness/running.ts';

const running = useRunning();
const MINUTE = 60_000;
const DAILY = [1, 2, 3, 4, 5, 6, 7];

/** A run of today that began an hour ago, to three shops of which the first was served. */
async function runOfToday() {
  const caller = await signInByCall(running.server);
  const shops: number[] = [];
  for (const [index, name] of ['Bakery', 'Kiosk', 'Market'].entries()) {
    const place = { lat: -34.9, lon: -56.2 + index * 0.01 };
    shops.push((await caller.ask('save-outlet', { code: `D${index}`, name, place })).outlet.id);
  }
  const { vehicle } = await caller.ask('save-vehicle', { registration: 'SDB 1', type: 'van' });
  const { route } = await caller.ask('save-route', { name: 'Harbour' });
  const stops = shops.map((outletId) => ({ outletId }));
  const plan = { routeId: route.id, validFrom: '2026-01-01', weekdays: DAILY, startMin: 480, stops };
  await caller.ask('save-route-plan', { ...plan, vehicleId: vehicle.id });
  const { today } = await caller.ask('get-run-list', { from: '2026-01-01', to: '2026-01-01' });
  const startsAt = Math.floor(Date.now() / 1000) - 3600;
  // Whether the route's plan creates the run again is not part of this test.
  const at = `to_timestamp(${startsAt})`;
  await inDatabase(
    running.server,
    `WITH moved AS (
       UPDATE route_runs SET day = $2, starts_at = ${at}, ends_at = ${at} + interval '3 hours', touched_at = now()
        WHERE id = (SELECT id FROM route_runs WHERE route_id = $1 ORDER BY day LIMIT 1) RETURNING id
     ), timed AS (
       UPDATE route_run_stops s SET planned_arrival = ${at} + s.position * interval '40 minutes' + interval '10 minutes',
         planned_departure = ${at} + s.position * interval '40 minutes' + interval '15 minutes' FROM moved WHERE run_id = moved.id
     ), d AS (
       INSERT INTO devices (organisation_id, identity) VALUES (1, $4) RETURNING id
     )
     INSERT INTO installations (device_id, vehicle_id, installed_at) SELECT d.id, $3, now() - interval '9 days' FROM d`,
    [route.id, today, vehicle.id, newImei()],
  );
  const stand = (shop: number, after: number) => {
    const [from, to] = [startsAt * 1000 + after * MINUTE, startsAt * 1000 + (after + 5) * MINUTE];
    return inDatabase(
      running.server,
      `INSERT INTO place_stays (installation_id, key, confirmed_at, vehicle_id, started_at, ended_at, duration_s, place_id,
         seen_at, start_m, end_m, halts)
       SELECT id, 'stay' || $2, to_timestamp($3), $1, to_timestamp($3), to_timestamp($4), 300, $2::int, to_timestamp($4), 0,
         4000, $5 FROM installations WHERE vehicle_id = $1`,
      [vehicle.id, String(shop), from / 1000, to / 1000, JSON.stringify([{ from, to, lat: -34.9, lon: -56.2 }])],
    );
  };
  return { shops, stand };
}

test('the dashboard follows a run, opens the stops behind a figure, and links to plan and reality', async () => {
  const { shops, stand } = await runOfToday();
  await stand(shops[0] ?? 0, 10);
  const { page, problems } = await running.openSignedIn('/dashboard/distribution-main');
  const run = page
    .getByRole('list', { name: 'Runs', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'Harbour' });
  await run.getByText('1 of 3 visited').waitFor();
  await run.getByText('Next: Kiosk', { exact: false }).waitFor();

  // Events appear without a reload.
  await stand(shops[1] ?? 0, 48);
  await run.getByText('2 of 3 visited').waitFor();
  await run.getByText('Next: Market', { exact: false }).waitFor();

  await page.getByRole('link', { name: /^Visited ?2/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Stops visited' });
  await drawer.getByRole('link', { name: 'Bakery' }).waitFor();
  expect(await drawer.getByRole('link').allTextContents()).toEqual(['Bakery', 'Kiosk']);
  await drawer.getByRole('link', { name: 'Kiosk' }).click();

  await page.getByRole('heading', { level: 1, name: /^Harbour/ }).waitFor();
  const row = page.getByRole('table', { name: 'Stops of the run' }).getByRole('row', { name: /Kiosk/ });
  // Planned 50 minutes after the start, reached after 48.
  await row.getByText('2 min earlier').waitFor();
  await page
    .getByRole('group', { name: 'Planned and actual times' })
    .getByRole('button', { name: /^Kiosk/ })
    .waitFor();
  await page.getByText('Made from the plan').waitFor();
  expect(problems).toEqual([]);
});
