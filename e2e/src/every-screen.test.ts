// Every screen, visited once: at four sizes and, at desktop size, in both themes.
import { IMPORT_KIND_NAMES, importSpec } from '@milepost/contract/import-kinds';
import { MENUS } from '@milepost/contract/menus';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { expectNoFindings } from './harness/axe.ts';
import { signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { newImei } from './harness/fleet.ts';
import { useRunning } from './harness/running.ts';
import { emptyScrolling } from './harness/scrolling.ts';
import { visit } from './harness/visit.ts';

const running = useRunning();
const VEHICLES = 40;
let vehicleId = 0;

/**
 * A fleet whose devices reported for eight days, with half of each day unknown and no engine data: dashes with reasons.
 */
beforeAll(async () => {
  const { server } = running;
  const caller = await signInByCall(server);
  // The first record of each kind has the id 1, by which its page is visited.
  await caller.ask('save-driver', { name: 'Ana Silva' });
  await caller.ask('save-outlet', { code: 'S1', name: 'Disco', place: { lat: -34.9, lon: -56.15 } });
  await caller.ask('save-route', { name: 'North' });
  const daily = { routeId: 1, validFrom: '2026-01-01', weekdays: [1, 2, 3, 4, 5, 6, 7], startMin: 480 };
  await caller.ask('save-route-plan', { ...daily, stops: [{ outletId: 1 }] });
  for (let index = 0; index < VEHICLES; index++) {
    const { vehicle } = await caller.ask('save-vehicle', { registration: `SBL ${2000 + index}`, type: 'van' });
    vehicleId ||= vehicle.id;
    // Written directly to the database, because the server would recompute the totals from the missing positions.
    await inDatabase(
      server,
      `WITH d AS (INSERT INTO devices (organisation_id, identity) VALUES (1, $2) RETURNING id),
         i AS (INSERT INTO installations (device_id, vehicle_id, installed_at)
               SELECT id, $1, now() - interval '9 days' FROM d RETURNING id)
       INSERT INTO day_totals (installation_id, key, confirmed_at, vehicle_id, day, started_at, ended_at, distance_m, trip_s,
         trip_idle_s, stop_s, unseen_s, idle_s, engine_s, trips, stops, idles, overspeeds, alarms, max_kph, bridged_m,
         positions, invalid, legs)
       SELECT i.id, 'day-' || n, now(), $1, (now() AT TIME ZONE 'America/Montevideo')::date - n, now(), now(), 41200, 7200,
         0, 36000, 43200, 0, 0, 3, 4, 0, 1, 1, 78, 0, 900, 2, '{}' FROM i, generate_series(0, 7) n`,
      [vehicle.id, newImei()],
    );
  }
  const sections = [{ kind: 'trips', title: null, params: {} }];
  await caller.ask('save-saved-report', { name: 'Our week', shared: true, params: {}, cover: null, sections });
  const { checklist } = await caller.ask('save-checklist', { name: 'Daily check', items: ['Tyres'] });
  await caller.ask('add-inspection', {
    vehicleId,
    checklistId: checklist.id,
    answers: [{ item: 'Tyres', result: 'ok' }],
    signedBy: 'Ana Silva',
    signature: [[0, 0, 10, 10]],
  });
});

const WEB = path.join(import.meta.dirname, '../../web/src');
/** The paths in a table of screens, read as text because this room may not import from the web room. */
const pathsIn = (file: string) =>
  [...readFileSync(path.join(WEB, file), 'utf8').matchAll(/path: '([^']+)'/g)].map(([, at = '']) => at);

/**
 * Further views of screens. The same screen never comes twice in a row: another address of it would not count as a
 * visit.
 */
const VIEWS = [
  '/dashboard/main?range=last-7',
  '/dashboard/alarms?show=all',
  '/timeline',
  '/dashboard/main?range=yesterday',
  '/timeline?view=table',
  '/vehicle-info/ID',
  '/history?vehicle=ID',
  '/vehicle-info/ID?tab=trips',
];
const MENU_PATHS = MENUS.map((menu) => menu.path).filter((at) => at !== '');
const OTHER_PATHS = [...pathsIn('app/screens.ts'), ...IMPORT_KIND_NAMES.map((kind) => importSpec(kind).path)];
const SCREENS = [
  ...VIEWS,
  ...[...MENU_PATHS, ...OTHER_PATHS].map((at) => `/${at.replace(':report', 'trips').replace(/:\w+/, 'ID')}`),
];

test('the lists of screens are read', () => {
  expect(MENU_PATHS.length).toBeGreaterThan(25);
  expect(OTHER_PATHS).toEqual(expect.arrayContaining(['history/tows', 'vehicle-info/:vehicleId', 'downloads']));
});

const SIZES = [
  { name: 'a desk', width: 1440, height: 900 },
  { name: 'a laptop', width: 1280, height: 720 },
  { name: 'a tablet', width: 820, height: 1180 },
  { name: 'a phone', width: 390, height: 844 },
];

/**
 * Waits in the page, which is cheaper than polling it: resolves with true when nothing is busy, with false if something
 * stays so.
 */
const THERE = `new Promise((done) => {
  const until = performance.now() + 10_000;
  const look = () => {
    if (document.querySelector('main [aria-busy="true"]') === null) done(true);
    else if (performance.now() > until) done(false);
    else setTimeout(look, 20);
  };
  look();
})`;

test(
  'at desktop, laptop, tablet and phone size no screen scrolls beyond its content, and axe finds nothing serious in either theme',
  { timeout: 600_000 },
  async () => {
    const { page, problems } = await running.openSignedIn('/vehicle-info', { viewport: SIZES[0] });
    const found: Record<string, string[]> = {};
    // Back and forth, so that screens open at the largest and at the smallest size in turn.
    for (const [index, screen] of SCREENS.entries()) {
      await visit(page, screen.replace('ID', String(vehicleId)));
      for (const { name, width, height } of index % 2 === 0 ? SIZES : SIZES.toReversed()) {
        await page.setViewportSize({ width, height });
        // This one shows permanently busy elements.
        if (screen !== '/ui') expect(await page.evaluate(THERE), `${screen} is there`).toBe(true);
        // Skeletons count as content: their replacement can scroll.
        await page.waitForLoadState('networkidle');
        // Elements that are still moving are checked once more.
        let faults = await emptyScrolling(page);
        if (faults.length > 0) {
          await delay(500);
          faults = await emptyScrolling(page);
        }
        if (faults.length > 0) found[`${screen} on ${name}`] = faults;
        if (name === 'a desk' && !VIEWS.includes(screen)) {
          await expectNoFindings(page, screen, index % 10 === 0 ? 'html' : 'main');
        }
      }
    }
    expect(found).toEqual({});
    expect(problems).toEqual([]);
  },
);
