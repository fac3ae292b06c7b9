import { isOperationName, OPERATIONS } from '@milepost/contract/operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SESSION_COOKIE } from '../../auth/cookies.ts';
import { httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addTracked } from '../../testing/insert-facts.ts';
import { addOrganisation, addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { validInput } from '../../testing/valid-input.ts';

let fixture: HttpFixture;
let browser: TestBrowser;
let vehicleId: number;
let deviceId: number;

beforeAll(async () => {
  fixture = await httpFixture();
  browser = await fixture.signedIn();
  ({ vehicleId, deviceId } = await addTracked(fixture.database, { registration: 'SBA 1001' }));
  await fixture.database.query(
    `INSERT INTO device_states (device_id, heard_at, fix_time, received_at, lat, lon, speed_dkph, course_deg, flags,
       attributes, tracking)
     VALUES ($1, now(), now(), now(), -349000000, -562000000, 423, 90, 1, '{"driverTag":"secret"}',
       jsonb_build_object('motion', jsonb_build_object('motion', 'running', 'since', extract(epoch FROM now()) * 1000,
         'at', extract(epoch FROM now()) * 1000, 'ignition', null, 'standingSince', null)))`,
    [deviceId],
  );
});
afterAll(() => fixture.close());

async function share(more: Record<string, unknown> = {}) {
  const { share: made, token = '' } = await browser.call('create-share', { vehicleId, hours: 2, ...more });
  return { id: made?.id ?? 0, token };
}

test('everybody with the link sees where the vehicle is, and nothing else of it', async () => {
  const { token } = await share({ note: 'For the customer' });
  const { status, vehicle, ended } = await fixture.browser().call('get-shared-vehicle', { token });
  expect({ status, ended }).toEqual({ status: 200, ended: null });
  expect(Object.keys(vehicle ?? {}).toSorted()).toEqual(
    [
      'at',
      'expiresAt',
      'mapStyleDark',
      'mapStyleLight',
      'position',
      'registration',
      'since',
      'status',
      'timeZone',
    ].toSorted(),
  );
  expect(vehicle).toMatchObject({ registration: 'SBA 1001', position: { lat: -34.9, lon: -56.2, speedKph: 42.3 } });
  expect(JSON.stringify(vehicle)).not.toMatch(/secret|customer|gt06/);
});

test('the positions of its device in another vehicle are not shown, though the device was received since', async () => {
  const { token } = await share();
  const { database } = fixture;
  const see = async () => (await fixture.browser().call('get-shared-vehicle', { token })).vehicle?.position;
  await database.query(`UPDATE device_states SET fix_time = '2019-06-01' WHERE device_id = $1`, [deviceId]);
  await database.query(`UPDATE installations SET installed_at = '2019-06-02' WHERE device_id = $1`, [deviceId]);
  expect(await see()).toBeNull();
  await database.query(`UPDATE device_states SET fix_time = now() WHERE device_id = $1`, [deviceId]);
  expect(await see()).toMatchObject({ lat: -34.9 });
});

const closed = Object.keys(OPERATIONS)
  .filter(isOperationName)
  .filter((name) => OPERATIONS[name].access !== 'anyone');

test('the token works for no other operation: not as a session, nor as an API token, nor as a parameter', async () => {
  const { token } = await share();
  const holder = fixture.browser();
  holder.cookies.set(SESSION_COOKIE, token);
  for (const name of closed) {
    const answer = await holder.call(name, { ...validInput(name), token });
    expect(answer.status, name).not.toBe(200);
    const headers = { ...holder.headers(OPERATIONS[name].csrf), authorization: `Bearer mp_${token}` };
    const reply = await holder.post({ body: { route: name, ...validInput(name), token }, headers });
    expect(reply.json<{ status: number }>().status, name).not.toBe(200);
  }
});

test('it ends when it expires, when it is revoked, and with its vehicle, and states which', async () => {
  const outsider = fixture.browser();
  const openShare = async (token: string) => {
    const { vehicle, ended } = await outsider.call('get-shared-vehicle', { token });
    return { vehicle, ended };
  };
  const [expired, revoked, sold] = [await share(), await share(), await share()];
  await fixture.database.query(`UPDATE shares SET expires_at = now() WHERE id = $1`, [expired.id]);
  expect(await openShare(expired.token)).toEqual({ vehicle: null, ended: 'expired' });
  expect(await browser.call('revoke-share', { id: revoked.id })).toEqual({ status: 200 });
  expect(await openShare(revoked.token)).toEqual({ vehicle: null, ended: 'revoked' });
  await browser.call('delete-vehicle', { id: vehicleId });
  expect(await openShare(sold.token)).toEqual({ vehicle: null, ended: 'unknown' });
  await browser.call('restore-vehicle', { id: vehicleId });
});

test('it is refused while its maker may not share the vehicle, whatever revoked the permission', async () => {
  const { database } = fixture;
  const fleet = await addOrganisation(database, 'Fleet');
  const elsewhere = await addOrganisation(database, 'Elsewhere');
  const depot = await addOrganisation(database, 'Depot', fleet);
  const { vehicleId: van } = await addTracked(database, { registration: 'VAN 1', organisationId: depot });
  const grants = { 'live-map': ['view', 'create'] } as const;
  const maker = { username: 'maker', password: 'pass-word', organisationId: fleet, grants };
  const id = await addUser(database, maker);
  const { token } = await (
    await fixture.signedIn('maker', 'pass-word')
  ).call('create-share', { vehicleId: van, hours: 2 });
  const works = async () => (await fixture.browser().call('get-shared-vehicle', { token })).ended === null;
  const changeUser = (what: string) => database.query(`UPDATE users SET ${what} WHERE id = ${id}`);
  const mayCreate = (may: boolean) =>
    database.query(
      `UPDATE role_permissions SET can_create = $1 WHERE role_id = (SELECT role_id FROM users WHERE id = ${id})`,
      [may],
    );
  expect(await works()).toBe(true);
  await changeUser('disabled_at = now()');
  expect(await works()).toBe(false);
  await changeUser('disabled_at = NULL');
  expect(await works()).toBe(true);
  await mayCreate(false);
  expect(await works()).toBe(false);
  await mayCreate(true);
  await changeUser(`organisation_id = ${elsewhere}`);
  expect(await works()).toBe(false);
  await changeUser(`organisation_id = ${depot}`);
  expect(await works()).toBe(true);
});

test('only the hash of a token is stored', async () => {
  const { id, token } = await share();
  const { rows } = await fixture.database.query(`SELECT to_jsonb(s) AS row FROM shares s WHERE id = $1`, [id]);
  expect(token.length).toBe(43);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('valid links are listed, without their tokens, and creating and revoking is in the audit log', async () => {
  const { id } = await share({ note: 'Listed' });
  const { rows } = await browser.call('get-share-list', { vehicleId });
  expect(rows?.find((row) => row.id === id)).toMatchObject({ registration: 'SBA 1001', note: 'Listed' });
  await browser.call('revoke-share', { id });
  expect((await browser.call('get-share-list', { vehicleId })).rows?.some((row) => row.id === id)).toBe(false);
  const { rows: entries } = await browser.call('get-audit-list', {
    subject: 'share',
    subjectId: String(id),
    direction: 'desc',
  });
  expect(entries?.map(({ action }) => action)).toEqual(['end', 'create']);
});

test.each([0, 721])('a link of %d hours is refused at its field', async (hours) => {
  const answer = await browser.call('create-share', { vehicleId, hours });
  expect(answer.status).toBe(422);
  expect(answer.fields).toHaveProperty('hours');
});

test('a client that tries tokens has to wait; one that follows a vehicle does not', async () => {
  const { token } = await share();
  const from = { remoteAddress: '203.0.113.9' };
  const outsider = fixture.browser();
  const answers: number[] = [];
  for (let attempt = 0; attempt < 30; attempt++) {
    answers.push((await outsider.call('get-shared-vehicle', { token: `guess-${attempt}` }, from)).status);
  }
  expect(answers).toContain(429);
  for (let look = 0; look < 30; look++) {
    expect((await outsider.call('get-shared-vehicle', { token }, from)).status).toBe(200);
  }
});
