import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../testing/authenticator.ts';
import { ADMIN_PASSWORD, httpFixture, type HttpFixture } from '../../testing/http-fixture.ts';
import { addUser } from '../../testing/organisations.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

let fixture: HttpFixture;
let admin: TestBrowser;
beforeAll(async () => {
  fixture = await httpFixture();
  admin = await fixture.signedIn();
});
afterAll(() => fixture.close());

/** The log of one record, oldest first, without the fields that every entry has. */
async function logOf(subject: string, id: number | undefined) {
  const input = { subject, subjectId: String(id), sort: 'at', direction: 'asc' };
  const { rows } = await admin.call('get-audit-list', input);
  return rows?.toSorted((a, b) => a.id - b.id).map(({ action, before, after }) => ({ action, before, after }));
}

test('an entry contains the name of the record, also when none of its values changed', async () => {
  const { vehicle } = await admin.call('save-vehicle', { registration: 'SBN 1', type: 'van' });
  await admin.call('save-vehicle', { id: vehicle?.id, registration: 'SBN 2', type: 'van' });
  await admin.call('delete-vehicle', { id: vehicle?.id });
  const input = { subject: 'vehicle', subjectId: String(vehicle?.id), sort: 'at', direction: 'asc' };
  const { rows } = await admin.call('get-audit-list', input);
  const names = rows?.toSorted((a, b) => a.id - b.id).map(({ subjectName }) => subjectName);
  expect(names).toEqual(['SBN 1', 'SBN 2', 'SBN 2']);
  // For a deletion, only the name identifies the vehicle.
  expect((await admin.call('get-audit-list', { search: 'delete SBN' })).total).toBe(1);
  expect((await admin.call('get-audit-list', { search: 'restore SBN' })).total).toBe(0);
});

describe('the log contains the changes, before and after', () => {
  test('of a vehicle', async () => {
    const { device } = await admin.call('save-device', { identity: '356000000000017', model: 'GT06N' });
    const { group } = await admin.call('save-group', { name: 'Vans' });
    const { driver } = await admin.call('save-driver', { name: 'Ana' });
    const first = { registration: 'SBA 1234', type: 'van', make: 'Ford', groupId: group?.id };
    const { vehicle } = await admin.call('save-vehicle', first);
    const id = vehicle?.id;
    await admin.call('save-vehicle', { ...first, id, make: 'Fiat', deviceId: device?.id, driverId: driver?.id });
    // Saved without a change, so nothing is logged.
    await admin.call('save-vehicle', { ...first, id, make: 'Fiat', driverId: driver?.id });
    await admin.call('delete-vehicle', { id });
    await admin.call('restore-vehicle', { id });
    const whole = { registration: 'SBA 1234', type: 'van', make: 'Fiat', group: 'Vans', driver: 'Ana' };
    expect(await logOf('vehicle', id)).toEqual([
      { action: 'create', before: null, after: { registration: 'SBA 1234', type: 'van', make: 'Ford', group: 'Vans' } },
      {
        action: 'change',
        before: { make: 'Ford', driver: null, device: null },
        after: { make: 'Fiat', driver: 'Ana', device: '356000000000017' },
      },
      { action: 'delete', before: { ...whole, device: '356000000000017' }, after: null },
      { action: 'restore', before: null, after: { ...whole, device: '356000000000017' } },
    ]);
    expect(await logOf('device', device?.id)).toEqual([
      { action: 'create', before: null, after: { identity: '356000000000017', model: 'GT06N' } },
    ]);
    expect(await logOf('group', group?.id)).toEqual([{ action: 'create', before: null, after: { name: 'Vans' } }]);
    expect(await logOf('driver', driver?.id)).toEqual([{ action: 'create', before: null, after: { name: 'Ana' } }]);
  });

  test('of a device and its adoption', async () => {
    const { vehicle } = await admin.call('adopt-device', {
      protocol: 'gt06',
      identity: '356000000000025',
      registration: 'SBA 9',
    });
    expect(await logOf('vehicle', vehicle?.id)).toEqual([
      { action: 'adopt', before: null, after: { registration: 'SBA 9', type: 'car', device: '356000000000025' } },
    ]);
    const id = vehicle?.deviceId ?? 0;
    await admin.call('save-device', { id, identity: '356000000000025', protocol: 'gt06', simNumber: '+59899' });
    await admin.call('delete-device', { id });
    await admin.call('restore-device', { id });
    expect(await logOf('device', id)).toEqual([
      { action: 'adopt', before: null, after: { identity: '356000000000025', protocol: 'gt06' } },
      { action: 'change', before: { simNumber: null }, after: { simNumber: '+59899' } },
      {
        action: 'delete',
        before: { identity: '356000000000025', protocol: 'gt06', simNumber: '+59899' },
        after: null,
      },
      {
        action: 'restore',
        before: null,
        after: { identity: '356000000000025', protocol: 'gt06', simNumber: '+59899' },
      },
    ]);
  });

  test('of roles, menus, users and tokens', async () => {
    const { rows: menus = [] } = await admin.call('get-menu-list');
    const menu = menus.find((one) => one.key === 'devices');
    const can = { menuId: menu?.id, view: true, create: false, edit: false, delete: false };
    const { role } = await admin.call('save-role', { name: 'Watcher', priority: 40, grants: [can] });
    await admin.call('save-role', { id: role?.id, name: 'Watcher', priority: 40, grants: [{ ...can, edit: true }] });
    await admin.call('delete-role', { id: role?.id });
    expect(await logOf('role', role?.id)).toEqual([
      { action: 'create', before: null, after: { name: 'Watcher', priority: 40, grants: { devices: 'view' } } },
      { action: 'change', before: { grants: { devices: 'view' } }, after: { grants: { devices: 'view, edit' } } },
      {
        action: 'delete',
        before: { name: 'Watcher', priority: 40, grants: { devices: 'view, edit' } },
        after: null,
      },
    ]);
    await admin.call('save-menu', { id: menu?.id, title: 'Trackers', icon: menu?.icon, CM: 1 });
    expect(await logOf('menu', menu?.id)).toEqual([
      { action: 'change', before: { title: 'Devices' }, after: { title: 'Trackers' } },
    ]);
    const { row } = await admin.call('create-api-token', { name: 'Script', readOnly: true });
    await admin.call('delete-api-token', { id: row?.id });
    const token = { name: 'Script', user: 'admin', readOnly: true };
    expect(await logOf('api-token', row?.id)).toEqual([
      { action: 'create', before: null, after: token },
      { action: 'delete', before: token, after: null },
    ]);
    const roleId = (await admin.call('get-user-choices')).roles?.find((one) => one.name === 'Dispatcher')?.id;
    const input = { username: 'ana', displayName: 'Ana', email: 'ana@example.org', roleId, organisationId: 1 };
    const { user } = await admin.call('save-user', input);
    await admin.call('save-user', { ...input, id: user?.id, displayName: 'Ana María' });
    await admin.call('send-password-link', { id: user?.id });
    await admin.call('set-user-disabled', { id: user?.id, disabled: true });
    const log = await logOf('user', user?.id);
    expect(log?.[0]?.after).toMatchObject({ username: 'ana', email: 'ana@example.org', role: 'Dispatcher' });
    expect(log?.slice(1)).toEqual([
      { action: 'change', before: { displayName: 'Ana' }, after: { displayName: 'Ana María' } },
      { action: 'send-password-link', before: null, after: null },
      { action: 'disable', before: { disabled: false }, after: { disabled: true } },
    ]);
  });

  test('of the own account, without any secret', async () => {
    const username = 'secretive';
    const password = 'a password of mine';
    const id = await addUser(fixture.database, { username, password, organisationId: 1, grants: {} });
    const browser = await fixture.signedIn(username, password);
    const { secret = '' } = await browser.call('start-two-factor', { password });
    const { recoveryCodes = [] } = await browser.call('confirm-two-factor', { code: codeOf(secret) });
    await browser.call('stop-two-factor', { password });
    await browser.call('change-password', { currentPassword: password, newPassword: 'another password' });
    const profile = { displayName: username, language: 'hi', timeZone: 'UTC', units: 'metric', notifications: true };
    await browser.call('update-profile', profile);
    const { token = '' } = await admin.call('create-api-token', { name: 'Other', readOnly: false });
    expect((await logOf('user', id))?.map((entry) => entry.action)).toEqual([
      'two-factor-on',
      'two-factor-off',
      'change-password',
      'profile',
    ]);
    const { rows } = await fixture.database.query<{ text: string }>('SELECT a::text AS text FROM audit_log a');
    const all = rows.map((row) => row.text).join('\n');
    for (const one of [secret, ...recoveryCodes, password, 'another password', token, ADMIN_PASSWORD, '$argon2']) {
      expect(all).not.toContain(one);
    }
  });
});

test('each entry states who, when and from where', async () => {
  await admin.call('save-driver', { name: 'Ben' }, { remoteAddress: '198.51.100.7' });
  const { rows } = await admin.call('get-audit-list', { subject: 'driver', search: 'Ben' });
  expect(rows).toHaveLength(1);
  expect(rows?.[0]).toMatchObject({ username: 'admin', address: '198.51.100.7', action: 'create' });
  expect(Math.abs(Date.now() - Date.parse(rows?.[0]?.at ?? ''))).toBeLessThan(60_000);
});

test('a failed change leaves no entry', async () => {
  await admin.call('save-vehicle', { registration: 'TWICE 1' });
  const entries = async () => (await admin.call('get-audit-list', { search: 'TWICE 1' })).total;
  expect(await entries()).toBe(1);
  expect((await admin.call('save-vehicle', { registration: 'TWICE 1' })).status).toBe(409);
  expect(await entries()).toBe(1);
});
