import { randomUUID } from 'node:crypto';
import { addDays } from '@milepost/contract/route-days';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addUser } from '../../testing/organisations.ts';
import { routeWorld, runInput, type RouteWorld } from '../../testing/route-world.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
let world: RouteWorld;
let outsider: TestBrowser;
let run: Awaited<ReturnType<RouteWorld['firstRun']>>;
let outletIds: number[];

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  world = await routeWorld(fixture, admin);
  outsider = fixture.browser();
  const outlets = [await world.outlet('A', 0.01), await world.outlet('B', 0.02, { phone: '+91 1', contactName: 'Bo' })];
  outletIds = outlets.map(({ id }) => id);
  await world.plan(await world.route(), outletIds);
  run = await world.firstRun();
});

async function link(of: Record<string, unknown> = {}) {
  const made = await admin.call('create-run-link', { runId: run.id, ...of });
  if (!made.link) throw new Error(JSON.stringify(made));
  return { id: made.link.id, token: made.token ?? '', expiresAt: made.link.expiresAt };
}

const PHONE = randomUUID();
/** An entry made `ago` seconds ago on a phone whose clock is `ahead` seconds ahead. */
function entry(outletId: number, kind: string, more: Record<string, unknown> & { ago?: number; ahead?: number } = {}) {
  const { ago = 0, ahead = 0, phone = PHONE, ...fields } = more;
  const sent = Date.now() + ahead * 1000;
  return {
    phone,
    sentAt: new Date(sent).toISOString(),
    word: { key: randomUUID(), outletId, said: kind, phoneAt: new Date(sent - ago * 1000).toISOString(), ...fields },
  };
}
const sendEntry = (token: string, sent: ReturnType<typeof entry>) => outsider.call('say-stop-word', { token, ...sent });
const stopsOf = async (token: string) => (await outsider.call('get-driver-run', { token })).run?.stops ?? [];

test('a driver sees the own run and nothing else, until some hours after its day', async () => {
  const { token, expiresAt } = await link();
  const { run: shown, ended } = await outsider.call('get-driver-run', { token });
  expect(ended).toBeNull();
  expect(shown).toMatchObject({ id: run.id, route: 'North', day: run.day, state: 'planned', timeZone: 'UTC' });
  expect(shown?.stops.map(({ name, phone, contactName }) => [name, phone, contactName])).toEqual([
    ['A', null, null],
    ['B', '+91 1', 'Bo'],
  ]);
  // Midnight after the day, plus twelve hours.
  expect(expiresAt).toBe(`${addDays(run.day, 1)}T12:00:00.000Z`);
  const { rows } = await fixture.database.query('SELECT to_jsonb(l) AS row FROM run_links l');
  expect(JSON.stringify(rows)).not.toContain(token);
  expect((await admin.call('get-run-link-list', { runId: run.id })).rows).toMatchObject([
    { outlet: null, lastUsedAt: expect.any(String) },
  ]);
});

test.each(['expired', 'revoked'] as const)('a link that is %s reports it, and stores nothing more', async (how) => {
  const driver = await link();
  const customer = await link({ outletId: outletIds[0] });
  for (const { id } of [driver, customer]) {
    if (how === 'revoked') expect((await admin.call('revoke-run-link', { id })).status).toBe(200);
    else
      await fixture.database.query(`UPDATE run_links SET expires_at = now() - interval '1 minute' WHERE id = $1`, [id]);
  }
  expect(await outsider.call('get-driver-run', { token: driver.token })).toEqual({
    status: 200,
    run: null,
    ended: how,
  });
  expect(await outsider.call('get-delivery', { token: customer.token })).toEqual({
    status: 200,
    delivery: null,
    ended: how,
  });
  const now = await sendEntry(driver.token, entry(outletIds[0] ?? 0, 'done'));
  expect(now).toMatchObject({ status: 403, code: 'link-ended' });
  expect((await admin.call('get-run-words', { runId: run.id })).stops).toEqual([]);
});

test('entries from before the link expired may arrive later, within two days', async () => {
  const { id, token } = await link();
  const [a = 0] = outletIds;
  const expire = (ago: string) =>
    fixture.database.query(
      `UPDATE run_links SET created_at = now() - interval '4 days', expires_at = now() - $2::interval
      WHERE id = $1`,
      [id, ago],
    );
  await expire('1 hour');
  expect((await sendEntry(token, entry(a, 'done', { ago: 5400 }))).status).toBe(200);
  await expire('49 hours');
  expect((await sendEntry(token, entry(a, 'done', { ago: 50 * 3600 }))).status).toBe(403);
});

test('a link of another kind, of another run or an unknown one opens nothing', async () => {
  const driver = await link();
  const customer = await link({ outletId: outletIds[0] });
  expect((await outsider.call('get-delivery', { token: driver.token })).ended).toBe('unknown');
  expect((await outsider.call('get-driver-run', { token: customer.token })).ended).toBe('unknown');
  expect((await sendEntry(customer.token, entry(outletIds[0] ?? 0, 'done'))).status).toBe(403);
  expect((await outsider.call('get-driver-run', { token: 'none' })).ended).toBe('unknown');
  const elsewhere = await world.outlet('Z', 0.5);
  expect(await sendEntry(driver.token, entry(elsewhere.id, 'done'))).toMatchObject({ status: 404, code: 'stop-gone' });
  expect((await admin.call('create-run-link', { runId: run.id, outletId: elsewhere.id })).status).toBe(404);
});

test('a repeated entry is one, and the last entry of two phones counts while all are stored', async () => {
  const [a = 0] = outletIds;
  const [mine, other] = [await link(), await link()];
  const done = entry(a, 'done', { delivered: 12.5, returned: 1, collected: 4500, signedBy: 'Bo', signature: [[1, 2]] });
  const first = await sendEntry(mine.token, done);
  expect(first.status).toBe(200);
  expect(await sendEntry(mine.token, done)).toEqual(first);
  expect((await stopsOf(other.token))[0]?.said).toMatchObject({
    doneAt: first.saidAt,
    delivered: 12.5,
    returned: 1,
    collected: 4500,
    signedBy: 'Bo',
  });
  // The entry was made an hour ago and sent only now for lack of a network: the later entry of the other phone stays.
  await sendEntry(other.token, entry(a, 'skipped', { skip: 'closed', ago: 3600, phone: randomUUID() }));
  expect((await stopsOf(mine.token))[0]?.said).toMatchObject({ doneAt: first.saidAt, skippedAt: null });
  await sendEntry(other.token, entry(a, 'skipped', { skip: 'refused', phone: randomUUID() }));
  expect((await stopsOf(mine.token))[0]?.said).toMatchObject({ doneAt: null, skip: 'refused' });
  await sendEntry(mine.token, entry(a, 'taken-back'));
  expect((await stopsOf(mine.token))[0]?.said).toMatchObject({ doneAt: null, skippedAt: null, delivered: null });
  const { rows } = await fixture.database.query('SELECT said FROM run_words ORDER BY id');
  expect(rows.map(({ said: kind }) => kind)).toEqual(['done', 'skipped', 'skipped', 'taken-back']);
});

test('the entry of the first of two phones, with signature, amounts and photo, is shown beside the one that counts', async () => {
  const [a = 0] = outletIds;
  const { token } = await link();
  const done = entry(a, 'done', { delivered: 12.5, collected: 4500, signedBy: 'Bo', signature: [[1, 2]] });
  await sendEntry(token, done);
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const photo = { token, wordKey: done.word.key, key: randomUUID(), photo: picture.toString('base64') };
  expect((await outsider.call('add-stop-photo', photo)).status).toBe(200);
  expect((await admin.call('get-run-words', { runId: run.id })).stops).toMatchObject([{ words: 1, otherPhone: false }]);
  await sendEntry(token, entry(a, 'skipped', { skip: 'refused', phone: randomUUID() }));
  expect((await admin.call('get-run-words', { runId: run.id })).stops).toMatchObject([
    { words: 2, otherPhone: true, doneAt: null, skip: 'refused', signature: null, photos: [] },
  ]);
  expect(await admin.call('get-stop-words', { runId: run.id, outletId: a })).toMatchObject({
    total: 2,
    words: [
      { said: 'skipped', phone: 2, counts: true, skip: 'refused', difference: null },
      {
        said: 'done',
        phone: 1,
        counts: false,
        delivered: 12.5,
        collected: 4500,
        signedBy: 'Bo',
        signature: [[1, 2]],
        photos: [{ kind: 'picture' }],
        // The position of the vehicle was unknown, which stays recorded for the first entry.
        difference: 'unseen',
      },
    ],
  });
  // After the withdrawal, no earlier entry is valid, but all of them are still listed.
  await sendEntry(token, entry(a, 'taken-back'));
  expect((await admin.call('get-run-words', { runId: run.id })).stops).toMatchObject([
    { words: 3, doneAt: null, skippedAt: null, otherPhone: false },
  ]);
  expect((await admin.call('get-stop-words', { runId: run.id, outletId: a })).words).toMatchObject([
    { said: 'taken-back', counts: false },
    { said: 'skipped', counts: false },
    { said: 'done', counts: false },
  ]);
  expect((await admin.call('get-stop-words', { runId: 999_999, outletId: a })).status).toBe(404);
});

test('the clock of a phone may be hours off: both times are stored, and ours is right', async () => {
  const { token } = await link();
  await fixture.database.query(`UPDATE run_links SET created_at = now() - interval '1 day'`);
  const [a = 0, b = 0] = outletIds;
  const before = Date.now();
  // Made an hour ago on a phone that is five hours ahead; then on one that is two days behind.
  const ahead = await sendEntry(token, entry(a, 'arrived', { ago: 3600, ahead: 5 * 3600 }));
  expect(Math.abs(Date.parse(ahead.saidAt ?? '') - (before - 3_600_000))).toBeLessThan(5000);
  await sendEntry(token, entry(a, 'done', { ago: 1800, ahead: 5 * 3600 }));
  const delayed = await sendEntry(token, entry(b, 'done', { ago: 60, ahead: -48 * 3600 }));
  expect(Math.abs(Date.parse(delayed.saidAt ?? '') - (before - 60_000))).toBeLessThan(5000);
  const { stops } = await admin.call('get-run-words', { runId: run.id });
  expect(stops?.map(({ clockAheadS }) => Math.round((clockAheadS ?? 0) / 3600))).toEqual([5, -48]);
});

test('entries of a phone keep their order, though its clock was set back between them', async () => {
  const { token } = await link();
  await fixture.database.query(`UPDATE run_links SET created_at = now() - interval '1 day'`);
  const [a = 0] = outletIds;
  const first = await sendEntry(token, entry(a, 'done', { ago: 60 }));
  const second = await sendEntry(token, entry(a, 'taken-back', { ago: 7200 }));
  expect(Date.parse(second.saidAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first.saidAt ?? ''));
  expect((await stopsOf(token))[0]?.said.doneAt).toBeNull();
});

test('a photo is at its stop once, everybody who sees the run sees it, and only a photo is accepted', async () => {
  const { token } = await link();
  const done = entry(outletIds[0] ?? 0, 'done');
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const photo = { token, wordKey: done.word.key, key: randomUUID(), photo: picture.toString('base64') };
  expect(await outsider.call('add-stop-photo', photo)).toMatchObject({ status: 404, code: 'no-word' });
  await sendEntry(token, done);
  expect(await outsider.call('add-stop-photo', photo)).toEqual({ status: 200, photos: 1 });
  expect(await outsider.call('add-stop-photo', photo)).toEqual({ status: 200, photos: 1 });
  const other = (bytes: Buffer) => ({ ...photo, key: randomUUID(), photo: bytes.toString('base64') });
  const page = await outsider.call('add-stop-photo', other(Buffer.from('<script>alert(1)</script>')));
  expect(page).toMatchObject({ status: 422, fields: { photo: 'This is not a photo.' } });
  // The text begins like a photo, but is none.
  const broken = await outsider.call(
    'add-stop-photo',
    other(Buffer.concat([Buffer.from([255, 216, 255, 224]), Buffer.alloc(99)])),
  );
  expect(broken.status).toBe(422);
  const long = { ...photo, key: randomUUID(), photo: `/9j/${'A'.repeat(1_000_000)}` };
  expect((await outsider.call('add-stop-photo', long)).status).toBe(422);
  for (let more = 0; more < 3; more++) await outsider.call('add-stop-photo', { ...photo, key: randomUUID() });
  expect(await outsider.call('add-stop-photo', { ...photo, key: randomUUID() })).toMatchObject({
    status: 409,
    code: 'most-photos',
  });
  const { stops } = await admin.call('get-run-words', { runId: run.id });
  expect(stops?.[0]?.photos).toHaveLength(4);
  const files = await admin.call('get-file-list', { recordKind: 'run', recordId: run.id });
  expect(files.rows).toHaveLength(4);
});

test('a run with entries of a driver stays, though its plan drops it', async () => {
  const { token } = await link();
  await sendEntry(token, entry(outletIds[0] ?? 0, 'arrived'));
  await admin.call('delete-route-plan', { id: run.planId ?? 0 });
  expect((await world.runs()).map(({ id }) => id)).toEqual([run.id]);
  expect((await stopsOf(token))[0]?.said.arrivedAt).not.toBeNull();
});

test('amounts, notes and reasons are bounded', async () => {
  const { token } = await link();
  const [a = 0] = outletIds;
  const status = async (kind: string, more: Record<string, unknown>) =>
    (await sendEntry(token, entry(a, kind, more))).status;
  expect(await status('skipped', {})).toBe(422);
  expect(await status('skipped', { skip: 'other' })).toBe(422);
  expect(await status('skipped', { skip: 'other', note: 'Flood' })).toBe(200);
  expect(await status('done', { delivered: 1_000_001 })).toBe(422);
  expect(await status('done', { delivered: -1 })).toBe(422);
  expect(await status('done', { collected: 1.5 })).toBe(422);
  expect(await status('done', { note: 'a'.repeat(501) })).toBe(422);
  expect(await status('done', { signature: [[1, 2000]] })).toBe(422);
});

test('links are refused while their maker may not change the run, and end with the account', async () => {
  const root = await fixture.database.query<{ id: number }>('SELECT id FROM organisations WHERE parent_id IS NULL');
  const username = `planner ${randomUUID()}`;
  const grants = { routes: ['view', 'edit'] } as const;
  const id = await addUser(fixture.database, {
    username,
    password: 'pass-word',
    organisationId: root.rows[0]?.id ?? 0,
    grants,
  });
  const planner = await fixture.signedIn(username, 'pass-word');
  const { token = '' } = await planner.call('create-run-link', { runId: run.id });
  const works = async () => (await outsider.call('get-driver-run', { token })).ended === null;
  expect(await works()).toBe(true);
  const set = (what: string) => fixture.database.query(`UPDATE users SET ${what} WHERE id = ${id}`);
  await set('disabled_at = now()');
  expect(await works()).toBe(false);
  await set('disabled_at = NULL');
  expect(await works()).toBe(true);
  await set(`limited = true, limit_vehicle_ids = '{}'`);
  expect(await works()).toBe(false);
});

test('no link is created for a past day, and creating and ending is in the audit log', async () => {
  const { id } = await link({ outletId: outletIds[1] });
  await admin.call('revoke-run-link', { id });
  const { rows } = await admin.call('get-audit-list', { subject: 'run-link', direction: 'desc' });
  expect(rows?.map(({ action }) => action)).toEqual(['end', 'create']);
  await fixture.database.query(
    `UPDATE route_runs SET day = day - 30, starts_at = starts_at - interval '30 days',
    ends_at = ends_at - interval '30 days' WHERE id = $1`,
    [run.id],
  );
  expect(await admin.call('create-run-link', { runId: run.id })).toMatchObject({ status: 409, code: 'run-over' });
});

test('a client that tries tokens has to wait; one with a link does not', async () => {
  const { token } = await link();
  const from = { remoteAddress: '203.0.113.77' };
  const answers: number[] = [];
  for (let attempt = 0; attempt < 30; attempt++) {
    const route = attempt % 2 === 0 ? ('get-driver-run' as const) : ('get-delivery' as const);
    answers.push((await outsider.call(route, { token: `guess-${attempt}` }, from)).status);
  }
  expect(answers).toContain(429);
  for (let look = 0; look < 5; look++) {
    expect((await outsider.call('get-driver-run', { token }, from)).status).toBe(200);
  }
});

test('a customer sees the logo of the organisation at an address derived from its pixels alone', async () => {
  const { token } = await link({ outletId: outletIds[0] });
  expect((await outsider.call('get-delivery', { token })).delivery?.logo).toBeNull();
  await fixture.database.query(`INSERT INTO organisation_logos (organisation_id, png) VALUES ($1, 'abc')`, [1]);
  // FIPS 180-2, appendix B.1: the SHA-256 of "abc".
  const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect((await outsider.call('get-delivery', { token, language: 'ar' })).delivery?.logo).toBe(`/logos/${hash}.png`);
  const shown = await fixture.app.inject(`/logos/${hash}.png`);
  expect([shown.statusCode, shown.headers['content-type'], shown.body]).toEqual([200, 'image/png', 'abc']);
  expect(shown.headers['cache-control']).toContain('immutable');
  expect((await fixture.app.inject(`/logos/${'0'.repeat(64)}.png`)).statusCode).toBe(404);
  await fixture.database.query('DELETE FROM organisation_logos');
});

test('a customer sees only their own delivery: first by the plan, then its arrival', async () => {
  const [a = 0, b = 0] = outletIds;
  const [driver, customer] = [await link(), await link({ outletId: b })];
  const { delivery } = await outsider.call('get-delivery', { token: customer.token });
  expect(delivery).toMatchObject({ outlet: 'B', state: 'planned', stopsBefore: null, position: null });
  const planned = Date.parse(run.stops[1]?.plannedArrival ?? '');
  expect(Date.parse(delivery?.expected?.from ?? '')).toBeLessThan(planned);
  expect(Date.parse(delivery?.expected?.to ?? '')).toBeGreaterThan(planned);
  expect(JSON.stringify(delivery)).not.toMatch(/"A"|North|\+91/);
  await sendEntry(driver.token, entry(a, 'done'));
  await sendEntry(driver.token, entry(b, 'done'));
  expect((await outsider.call('get-delivery', { token: customer.token })).delivery).toMatchObject({
    state: 'delivered',
    deliveredAt: expect.any(String),
    expected: null,
  });
  await fixture.database.query(`UPDATE run_stop_words SET done_at = now() - interval '121 minutes'`);
  expect((await outsider.call('get-delivery', { token: customer.token })).ended).toBe('expired');
  await admin.call('change-run', {
    ...runInput(run),
    why: 'Closed',
    stops: runInput(run).stops.filter(({ outletId }) => outletId !== b),
  });
  expect((await outsider.call('get-delivery', { token: customer.token })).ended).toBe('unknown');
});

test('an entry of a phone whose clock was changed by thousands of years is stored', async () => {
  const { token } = await link();
  const sent = entry(outletIds[0] ?? 0, 'arrived');
  const far = { ...sent, sentAt: '9999-12-31T23:59:59Z', word: { ...sent.word, phoneAt: '0001-01-01T00:00:00Z' } };
  expect((await sendEntry(token, far)).status).toBe(200);
  expect((await stopsOf(token))[0]?.said.arrivedAt).toEqual(expect.any(String));
  const none = { ...sent, word: { ...sent.word, key: randomUUID(), phoneAt: '0000-01-01T00:00:00Z' } };
  expect(await sendEntry(token, none)).toMatchObject({ status: 422, faults: { 'word.phoneAt': expect.anything() } });
});
