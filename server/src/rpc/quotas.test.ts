import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../store/roles/basic-roles.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addUser } from '../testing/organisations.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

/** The quotas of one organisation, which leave room for the others. */
let fixture: HttpFixture;
let admin: TestBrowser;

beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());

const corner = (lat: number, lon: number) => ({ lat, lon });
const square = { kind: 'polygon', rings: [[corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)]] };
const save = (name: string) => admin.call('save-fence', { name, shape: square });

/** Parts of an unfinished import, which nobody sees yet but which count. */
async function addParts(count: number, corners: number): Promise<void> {
  await fixture.database.query(
    `INSERT INTO geofences (organisation_id, name, shape, south, north, west, east, area_m2, deleted_at)
     SELECT 1, 'Part ' || n, jsonb_build_object('line', (SELECT jsonb_agg(0) FROM generate_series(1, $2::int))),
            0, 0, 0, 0, 0, 'infinity' FROM generate_series(1, $1::int) n`,
    [count, corners],
  );
}

test('geofences: at most 50,000', async () => {
  await addParts(49_999, 1);
  const last = await save('A');
  expect(last.status).toBe(200);
  const full = { status: 409, message: 'An organisation can have at most 50,000 geofences.' };
  expect(await save('B')).toMatchObject(full);
  expect(await admin.call('import-fences', { fences: [{ name: 'B', shape: square }], more: true })).toMatchObject(full);
  const ids = [last.fence?.id ?? 0];
  expect((await admin.call('delete-fences', { ids })).status).toBe(200);
  expect((await save('B')).status).toBe(200);
  expect(await admin.call('restore-fences', { ids })).toMatchObject(full);
  await fixture.database.query('DELETE FROM geofences');
});

test('corners in all geofences: at most 1,000,000', async () => {
  await addParts(99, 10_000);
  await addParts(1, 9_996);
  expect((await save('C')).status).toBe(200);
  expect(await save('D')).toMatchObject({
    status: 409,
    message: 'An organisation can have at most 1,000,000 corners in all its geofences.',
  });
  await fixture.database.query('DELETE FROM geofences');
});

test('alarm rules', async () => {
  await fixture.database.query(
    `INSERT INTO alarm_rules (organisation_id, name, condition, severity, all_vehicles)
     SELECT 1, 'Rule ' || n, '{"kind": "lowBattery", "belowPercent": 20}', 'minor', true FROM generate_series(1, 500) n`,
  );
  const condition = { kind: 'lowBattery', belowPercent: 20 };
  const answer = await admin.call('save-alarm-rule', { name: 'One more', condition, allVehicles: true });
  expect(answer).toMatchObject({ status: 409, message: 'An organisation can have at most 500 alarm rules.' });
});

const full = (most: string) => ({
  status: 409,
  message: `There can be at most ${most} of these. Delete some that you no longer need.`,
});
const fill = (sql: string) => fixture.database.query(sql);

describe('records that are only added', () => {
  test('drafts of a person; messages can still be sent', async () => {
    await fill(`INSERT INTO messages (organisation_id, sender_id, subject, html, text)
      SELECT 1, u.id, 'Draft ' || n, '', '' FROM users u, generate_series(1, 199) n WHERE u.username = 'admin'`);
    const reader = await addUser(fixture.database, {
      username: 'reader',
      password: 'pass-word',
      organisationId: 1,
      grants: ADMINISTRATOR.grants,
    });
    const draft = { subject: 'Tyres', html: '<p>Soon</p>', peopleIds: [reader] };
    const saved = await admin.call('keep-message-draft', draft);
    expect(saved.status).toBe(200);
    expect(await admin.call('keep-message-draft', draft)).toMatchObject(full('200'));
    expect((await admin.call('keep-message-draft', { ...draft, id: saved.id })).status).toBe(200);
    expect((await admin.call('send-message', draft)).status).toBe(200);
    await admin.call('delete-message', { id: saved.id, box: 'drafts' });
    expect((await admin.call('keep-message-draft', draft)).status).toBe(200);
    expect(await admin.call('restore-message', { id: saved.id, box: 'drafts' })).toMatchObject(full('200'));
  });

  test('deleted drafts do not accumulate', async () => {
    await fill(`UPDATE messages SET sender_deleted_at = now() - interval '1 hour' WHERE sent_at IS NULL`);
    expect((await admin.call('keep-message-draft', { subject: 'New', html: '' })).status).toBe(200);
    const { rows } = await fixture.database.query<{ deleted: boolean; count: number }>(
      `SELECT sender_deleted_at IS NOT NULL AS deleted, count(*)::int FROM messages WHERE sent_at IS NULL
       GROUP BY 1 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { deleted: false, count: 1 },
      { deleted: true, count: 20 },
    ]);
  });

  test('open tasks of their maker, API tokens, contacts, groups, roles, plans, budgets', async () => {
    const made = '(SELECT id FROM users WHERE username = $$admin$$)';
    await fill(`INSERT INTO tasks (organisation_id, title, created_by)
      SELECT 1, 'Task ' || n, ${made} FROM generate_series(1, 2000) n`);
    expect(await admin.call('save-task', { title: 'One more' })).toMatchObject(full('2,000'));
    await fill(`UPDATE tasks SET state = 'done', done_at = now() WHERE title = 'Task 7'`);
    expect((await admin.call('save-task', { title: 'One more' })).status).toBe(200);

    await fill(`INSERT INTO api_tokens (user_id, name, token_hash, read_only)
      SELECT ${made}, 'Token ' || n, decode(md5(n::text), 'hex'), true FROM generate_series(1, 50) n`);
    expect(await admin.call('create-api-token', { name: 'One more', readOnly: true })).toMatchObject(full('50'));

    await fill(`INSERT INTO contacts (organisation_id, kind, name)
      SELECT 1, 'vendor', 'Contact ' || n FROM generate_series(1, 50000) n`);
    expect(await admin.call('save-contact', { kind: 'vendor', name: 'One more' })).toMatchObject(full('50,000'));

    await fill(
      `INSERT INTO vehicle_groups (organisation_id, name) SELECT 1, 'Group ' || n FROM generate_series(1, 5000) n`,
    );
    expect(await admin.call('save-group', { name: 'One more' })).toMatchObject(full('5,000'));

    await fill(
      `INSERT INTO roles (organisation_id, name, priority) SELECT 1, 'Role ' || n, 9 FROM generate_series(1, 200) n`,
    );
    expect(await admin.call('save-role', { name: 'One more', priority: 9, grants: [] })).toMatchObject(full('200'));

    await fill(`INSERT INTO service_plans (organisation_id, task, every_months, lead_days, all_vehicles, counted_from)
      SELECT 1, 'Plan ' || n, 6, 7, true, '2026-01-01' FROM generate_series(1, 1000) n`);
    const service = { task: 'One more', everyMonths: 6, leadDays: 7, countedFrom: '2026-01-01', allVehicles: true };
    expect(await admin.call('save-service-plan', service)).toMatchObject(full('1,000'));

    await fill(`INSERT INTO plans (organisation_id, name, price, currency, months)
      SELECT 1, 'Plan ' || n, 100, 'UYU', 1 FROM generate_series(1, 500) n`);
    expect(await admin.call('save-plan', { name: 'One more', price: 100, months: 1 })).toMatchObject(full('500'));

    await fill(`INSERT INTO budgets (organisation_id, currency, kind, amount, first_month, last_month)
      SELECT 1, 'UYU', 'toll', 100, '2100-01-01', '2100-01-01' FROM generate_series(1, 10000) n`);
    const budget = { kind: 'fuel', amount: 100, firstMonth: '2026-01-01' };
    expect(await admin.call('save-budget', budget)).toMatchObject(full('10,000'));
  });
});

test('valid links of a vehicle', async () => {
  const { vehicle } = await admin.call('save-vehicle', { registration: 'SBA 1' });
  await fixture.database.query(
    `INSERT INTO shares (organisation_id, vehicle_id, token_hash, expires_at)
     SELECT 1, $1, decode(md5(n::text), 'hex'), now() + interval '1 hour' FROM generate_series(1, 100) n`,
    [vehicle?.id],
  );
  expect((await admin.call('create-share', { vehicleId: vehicle?.id })).status).toBe(409);
  const { rows = [] } = await admin.call('get-share-list', { vehicleId: vehicle?.id });
  expect(rows).toHaveLength(100);
  await admin.call('revoke-share', { id: rows[0]?.id });
  expect((await admin.call('create-share', { vehicleId: vehicle?.id })).status).toBe(200);
});
