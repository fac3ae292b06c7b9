import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { addTracked } from '../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../testing/organisations.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

const PASSWORD = 'a password of mine';
const FOREIGN = '356000000000001';
const OWN = '356000000000019';
let fixture: HttpFixture;
let tenant: TestBrowser;
beforeAll(async () => {
  fixture = await httpFixture();
  const admin = await fixture.signedIn();
  await admin.call('save-device', { identity: FOREIGN, protocol: 'gt06' });
  const organisationId = await addOrganisation(fixture.database, 'Tenant');
  const all = ['view', 'create', 'edit', 'delete'] as const;
  const grants = { devices: [...all], vehicles: [...all], 'connect-device': [...all] };
  await addUser(fixture.database, { username: 'tenant', password: PASSWORD, organisationId, grants });
  tenant = await fixture.signedIn('tenant', PASSWORD);
  await tenant.call('save-device', { identity: OWN, protocol: 'gt06' });
});
afterAll(() => fixture.close());
beforeEach(() => fixture.database.query('DELETE FROM sign_in_failures'));

test.each([
  ['save-device', {}],
  ['adopt-device', { registration: 'SBA 1' }],
] as const)(
  'identities of other organisations can be met ten times by %s, then there is a wait',
  async (route, more) => {
    const input = { identity: FOREIGN, protocol: 'gt06', ...more };
    for (let i = 0; i < 10; i++) expect((await tenant.call(route, input)).status).toBe(409);
    expect(await tenant.call(route, input)).toMatchObject({ status: 429, retryAfterS: expect.any(Number) });
    // The reply for a free identity does not reveal it either.
    expect((await tenant.call('save-device', { identity: '356000000000027', protocol: 'gt06' })).status).toBe(429);
  },
);

test('is in the audit log of the person who met it', async () => {
  await tenant.call('save-device', { identity: FOREIGN, protocol: 'gt06' });
  const { rows } = await fixture.database.query(
    `SELECT username, after FROM audit_log WHERE action = 'identity-taken' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows).toEqual([{ username: 'tenant', after: { identity: FOREIGN } }]);
});

test('devices of the own organisation, and successes, are not counted', async () => {
  for (let i = 0; i < 15; i++) {
    expect((await tenant.call('save-device', { identity: OWN, protocol: 'gt06' })).status).toBe(409);
    const identity = `3560000000001${10 + i}`;
    expect((await tenant.call('save-device', { identity, protocol: 'gt06' })).status).toBe(200);
  }
});

test('a limited person is treated like one of another organisation for the devices of hidden vehicles', async () => {
  const { database } = fixture;
  const organisationId = await addOrganisation(database, 'Company');
  const [shown, hidden] = [
    await addTracked(database, { registration: 'SHOWN', organisationId }),
    await addTracked(database, { registration: 'HIDDEN', organisationId }),
  ];
  const grants = { devices: ['view' as const, 'edit' as const] };
  const id = await addUser(database, { username: 'guest', password: PASSWORD, organisationId, grants });
  await database.query('UPDATE users SET limited = true, limit_vehicle_ids = ARRAY[$2::int] WHERE id = $1', [
    id,
    shown.vehicleId,
  ]);
  const guest = await fixture.signedIn('guest', PASSWORD);
  const { rows } = await database.query<{ identity: string }>('SELECT identity FROM devices WHERE id = $1', [
    hidden.deviceId,
  ]);
  const probe = () => guest.call('save-device', { id: shown.deviceId, identity: rows[0]?.identity, protocol: 'gt06' });
  for (let i = 0; i < 10; i++) expect((await probe()).status).toBe(409);
  expect((await probe()).status).toBe(429);
});
