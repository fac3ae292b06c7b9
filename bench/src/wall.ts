/** `npm run -s bench:wall`: the wall board with thousands of active alarms that change, in a real browser. */
import { setTimeout as delay } from 'node:timers/promises';
import { openPage, type TestPage } from '@milepost/e2e/harness/browser-page';
import { type Caller, signInByCall } from '@milepost/e2e/harness/caller';
import { inDatabase } from '@milepost/e2e/harness/database';
import type { TestServer } from '@milepost/e2e/harness/server-process';
import { fillSignIn } from '@milepost/e2e/harness/sign-in';
import { countScrollFrames } from './system/count-scroll-frames.ts';
import { machine } from './system/machine.ts';
import { withBrowser } from './system/with-browser.ts';

const ACTIVE = 5000;
const RULES = 5;
/** The number of alarms that change at a time, and the changes a second. */
const AT_ONCE = 100;
const EVERY_MS = 250;
const MEASURE_S = 8;
/** The number of changes between two measurements of the heap, and the number of measurements. */
const CHANGES = 20_000;
const ROUNDS = 2;
const MAX_IDS = 500;
const LIST = '[data-testid="wall-list"]';

/** Measures the board with its own server, database and browser, all on this machine. */
async function benchWall() {
  const { figures, postgres } = await withBrowser({}, async (server, browser) => {
    const ids = await addAlarms(server);
    const caller = await signInByCall(server);
    const opened = await openPage(browser, { motion: true, viewport: { width: 1440, height: 900 } });
    const openMs = await openBoard(opened, server);
    const quiet = await countScrollFrames(opened.page, LIST, MEASURE_S);
    const changing = change(caller, ids, MEASURE_S + 2);
    await delay(1000);
    const receiving = await countScrollFrames(opened.page, LIST, MEASURE_S);
    const changesPerSecond = await changing;
    const heap = await measureHeap(opened, caller, ids);
    return { active: ACTIVE, openMs, quiet, receiving, changesPerSecond, ...heap };
  });
  return { bench: 'wall', ...figures, machine: machine(postgres) };
}

/** Adds vehicles with an active alarm of each of some rules. Returns the ids of the alarms. */
async function addAlarms(server: TestServer): Promise<number[]> {
  const rows = await inDatabase<{ id: number }>(
    server,
    `WITH v AS (INSERT INTO vehicles (organisation_id, registration, type)
                SELECT 1, 'WB ' || n, 'van' FROM generate_series(1, ${ACTIVE / RULES}) n RETURNING id),
          d AS (INSERT INTO devices (organisation_id, identity)
                SELECT 1, 'wall-' || n FROM generate_series(1, ${ACTIVE / RULES}) n RETURNING id),
          pair AS (SELECT v.id AS vehicle, d.id AS device FROM
                   (SELECT id, row_number() OVER () AS n FROM v) v JOIN (SELECT id, row_number() OVER () AS n FROM d) d USING (n)),
          i AS (INSERT INTO installations (device_id, vehicle_id, installed_at)
                SELECT device, vehicle, '2020-01-01' FROM pair RETURNING id, vehicle_id),
          r AS (INSERT INTO alarm_rules (organisation_id, name, condition, severity, enabled)
                SELECT 1, 'Rule ' || n, '{"kind": "overspeed", "limitKph": 90}',
                       (ARRAY['critical', 'major', 'minor', 'warning', 'warning'])[n], false
                FROM generate_series(1, ${RULES}) n RETURNING id, severity)
     INSERT INTO alarms (installation_id, key, confirmed_at, vehicle_id, rule_id, started_at, last_at, count, lat, lon,
                         value, severity, notified_at)
     SELECT i.id, 'alarm:' || r.id, now(), i.vehicle_id, r.id, at, at, 1, -34.9, -56.2, 112, r.severity, now()
     FROM i, r, LATERAL (SELECT now() - make_interval(secs => (i.id * 7 + r.id * 13) % 7200) AS at) t RETURNING id`,
  );
  return rows.map(({ id }) => id);
}

/** Signs in and opens the board; the milliseconds from requesting the page until all alarms are shown. */
async function openBoard({ page }: TestPage, server: TestServer): Promise<number> {
  await page.goto(`${server.address}/dashboard/alarm-monitor`);
  await fillSignIn(page, server.username, server.password);
  const shown = page.locator(`${LIST} [aria-setsize="${ACTIVE}"]`).first();
  await shown.waitFor({ timeout: 60_000 });
  const began = performance.now();
  await page.reload();
  await shown.waitFor({ timeout: 60_000 });
  return Math.round(performance.now() - began);
}

/** Changes some alarms repeatedly; returns the number of changes a second. */
async function change(caller: Caller, ids: readonly number[], seconds: number): Promise<number> {
  const began = Date.now();
  let changes = 0;
  while (Date.now() - began < seconds * 1000) {
    const due = began + (changes / AT_ONCE) * EVERY_MS - Date.now();
    if (due > 0) await delay(due);
    await note(caller, ids, changes, AT_ONCE);
    changes += AT_ONCE;
  }
  return Math.round((changes / (Date.now() - began)) * 1000);
}

async function note(caller: Caller, ids: readonly number[], from: number, count: number): Promise<void> {
  const some = Array.from({ length: count }, (_, index) => ids[(from + index) % ids.length] ?? 0);
  await caller.ask('handle-alarm', { ids: some, action: 'note', note: 'x' });
}

/** The page's heap before and after thousands of changes, each time after a garbage collection, in megabytes. */
async function measureHeap({ page, context }: TestPage, caller: Caller, ids: readonly number[]) {
  const tools = await context.newCDPSession(page);
  await tools.send('Performance.enable');
  const heapMb = async () => {
    await tools.send('HeapProfiler.collectGarbage');
    const { metrics } = await tools.send('Performance.getMetrics');
    const used = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
    return Math.round(used / 10_000) / 100;
  };
  await note(caller, ids, 0, MAX_IDS);
  await delay(3000);
  const swept = [await heapMb()];
  for (let round = 0; round < ROUNDS; round++) {
    for (let done = 0; done < CHANGES; done += MAX_IDS) await note(caller, ids, done, MAX_IDS);
    await delay(3000);
    swept.push(await heapMb());
  }
  return { heapMb: swept, changesBetween: CHANGES };
}

process.stdout.write(`${JSON.stringify(await benchWall())}\n`);
