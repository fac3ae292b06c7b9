import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked, insertFence, insertVisit } from '../../testing/insert-facts.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

// Vehicles inside a geofence whose present state is unknown (docs/decisions/0031): "inside at the last report, 14:20".

const MINUTE = 60_000;
const now = Date.now();
const iso = (minutesAgo: number) => new Date(now - minutesAgo * MINUTE).toISOString();

let fixture: HttpFixture;
let browser: TestBrowser;
let fenceId: number;

/** A vehicle that entered four hours ago and last reported this many minutes ago. */
async function inside(registration: string, motion: 'running' | 'stopped', minutesAgo: number): Promise<void> {
  const { database } = fixture;
  const of = await addTracked(database, { registration });
  await insertVisit(database, of, { fenceId, start: iso(240), end: null });
  const at = now - minutesAgo * MINUTE;
  const tracking = { motion: { motion, since: at - 30 * MINUTE, at, intervalS: 30 } };
  await database.query(
    `INSERT INTO device_states (device_id, heard_at, fix_time, received_at, lat, lon, speed_dkph, flags, attributes, tracking)
     VALUES ($1, $2, $2, $2, -349000000, -562000000, 0, 1, '{}', $3)`,
    [of.deviceId, new Date(at), JSON.stringify(tracking)],
  );
}

beforeAll(async () => {
  fixture = await httpFixture();
  browser = await fixture.signedIn();
  fenceId = await insertFence(fixture.database, { name: 'Depot' });
  await inside('DRIVES', 'running', 0);
  await inside('SILENT', 'running', 33);
  // A parked device reports rarely, so its state is valid for an hour.
  await inside('PARKED', 'stopped', 50);
  await inside('GONE', 'stopped', 150);
});
afterAll(() => fixture.close());

const lastSeenOf = (rows: readonly { registration: string; heardAt: string | null }[] | undefined) =>
  Object.fromEntries((rows ?? []).map(({ registration, heardAt }) => [registration, heardAt]));
const at = async (minutesAgo: number) =>
  lastSeenOf((await browser.call('get-visits-inside', { at: iso(minutesAgo) })).rows);
const EXPECTED = { DRIVES: null, SILENT: iso(33), PARKED: null, GONE: iso(150) };

test('a silent vehicle inside is shown with the time when it was last seen', async () => {
  expect(lastSeenOf((await browser.call('get-visits-inside')).rows)).toEqual(EXPECTED);
});

test('also in the log, and on the card of the geofence', async () => {
  const log = await browser.call('get-visit-list', { from: iso(600), to: iso(-1) });
  expect(lastSeenOf(log.rows)).toEqual(EXPECTED);
  const card = await browser.call('get-fence-now', { id: fenceId, dayStart: iso(600) });
  expect(lastSeenOf(card.inside)).toEqual(EXPECTED);
});

test('the badge of the geofence distinguishes them', async () => {
  expect((await browser.call('get-fence-counts')).rows).toEqual([{ id: fenceId, inside: 4, silent: 2 }]);
});

test('at a past moment only vehicles that were silent then are marked', async () => {
  expect(await at(160)).toEqual({ DRIVES: null, SILENT: null, PARKED: null, GONE: null });
  expect(await at(32)).toEqual({ ...EXPECTED, SILENT: null });
  expect(await at(20)).toEqual(EXPECTED);
});
