import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyPassword } from './passwords.ts';
import { startSession } from './sessions.ts';
import { testDatabase, type TestDatabase } from '../testing/test-database.ts';
import { ensureBasics } from './bootstrap.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await testDatabase();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.database.query('TRUNCATE organisations, menus, roles, users RESTART IDENTITY CASCADE');
});

const rows = async (sql: string) => (await fixture.database.query<Record<string, unknown>>(sql)).rows;
const zones = () => rows('SELECT time_zone FROM organisations');
const hash = async () => String((await rows('SELECT password_hash FROM users'))[0]?.password_hash);

test('the first start creates an administrator whose password is shown once', async () => {
  const { username, password } = await ensureBasics(fixture.database);
  expect(username).toBe('admin');
  expect(password).toMatch(/^[\w-]{16}$/);
  expect(await verifyPassword(await hash(), password ?? '')).toBe(true);
  expect(await hash()).toMatch(/^\$argon2id\$/);
  // No time zone is set: times use the browser's until the person chooses another.
  expect(await rows('SELECT time_zone FROM users')).toEqual([{ time_zone: '' }]);
  expect(await ensureBasics(fixture.database)).toEqual({ username: 'admin', password: null });
  expect(await verifyPassword(await hash(), password ?? '')).toBe(true);
});

test('the organisation is created in the given zone, and keeps it', async () => {
  await ensureBasics(fixture.database, { timeZone: 'America/Lima' });
  expect(await zones()).toEqual([{ time_zone: 'America/Lima' }]);
  await ensureBasics(fixture.database, { timeZone: 'Asia/Tokyo' });
  expect(await zones()).toEqual([{ time_zone: 'America/Lima' }]);
});

test.each([null, 'Atlantis/Poseidonis'])('an organisation in the zone %s begins its days in UTC', async (timeZone) => {
  await ensureBasics(fixture.database, { timeZone });
  expect(await zones()).toEqual([{ time_zone: 'UTC' }]);
});

test('several processes that start concurrently create everything once', async () => {
  const made = await Promise.all([1, 2, 3].map(() => ensureBasics(fixture.database)));
  expect(made.filter((one) => one.password !== null)).toHaveLength(1);
  expect(await rows('SELECT count(*)::int AS n FROM users')).toEqual([{ n: 1 }]);
  expect(await rows('SELECT count(*)::int AS n FROM organisations')).toEqual([{ n: 1 }]);
});

test('the menu has its entries, and the roles have their permissions', async () => {
  await ensureBasics(fixture.database);
  expect(
    await rows(
      'SELECT m.title, p.title AS parent, m.path FROM menus m LEFT JOIN menus p ON p.id = m.parent_id ORDER BY m.position',
    ),
  ).toEqual([
    { title: 'Track vehicle', parent: null, path: '' },
    { title: 'Live map', parent: 'Track vehicle', path: 'track-vehicle' },
    { title: 'History', parent: 'Track vehicle', path: 'history' },
    { title: 'Timeline', parent: 'Track vehicle', path: 'timeline' },
    { title: 'Telemetry', parent: 'Track vehicle', path: 'charts' },
    { title: 'Private trips', parent: 'Track vehicle', path: 'private-trips' },
    { title: 'Maps', parent: 'Track vehicle', path: 'maps' },
    { title: 'Dashboard', parent: null, path: 'dashboard/main' },
    { title: 'Distribution', parent: null, path: '' },
    { title: 'Distribution dashboard', parent: 'Distribution', path: 'dashboard/distribution-main' },
    { title: 'Outlets', parent: 'Distribution', path: 'settings/outlets' },
    { title: 'Routes', parent: 'Distribution', path: 'settings/routes' },
    { title: 'Reports', parent: null, path: 'reports' },
    { title: 'Alarms and geofences', parent: null, path: '' },
    { title: 'Alarm list', parent: 'Alarms and geofences', path: 'dashboard/alarms' },
    { title: 'Monitor VTS Alarm', parent: 'Alarms and geofences', path: 'dashboard/alarm-monitor' },
    { title: 'Alarm rules', parent: 'Alarms and geofences', path: 'settings/alarm-rules' },
    { title: 'Geofences', parent: 'Alarms and geofences', path: 'geo-fence' },
    { title: 'In and out', parent: 'Alarms and geofences', path: 'in-out-location' },
    { title: 'Vehicles', parent: null, path: 'vehicle-info' },
    { title: 'Drivers', parent: null, path: 'driver-info' },
    { title: 'Work and papers', parent: null, path: '' },
    { title: 'Maintenance', parent: 'Work and papers', path: 'vehicle-info/maintenance' },
    { title: 'Tasks', parent: 'Work and papers', path: 'apps/tasks' },
    { title: 'Calendar', parent: 'Work and papers', path: 'apps/calendar' },
    { title: 'Expense list', parent: 'Work and papers', path: 'expenses' },
    { title: 'Expense approval', parent: 'Work and papers', path: 'expenses/approval' },
    { title: 'Documents and media', parent: 'Work and papers', path: 'media/documents' },
    { title: 'Gallery', parent: 'Work and papers', path: 'gallery' },
    { title: 'Contacts', parent: 'Work and papers', path: 'apps/contacts' },
    { title: 'Devices and commands', parent: null, path: '' },
    { title: 'Devices', parent: 'Devices and commands', path: 'settings/devices' },
    { title: 'Connect a device', parent: 'Devices and commands', path: 'settings/connect-device' },
    { title: 'Commands', parent: 'Devices and commands', path: 'vehicle-info/commands' },
    { title: 'Engine stops', parent: 'Devices and commands', path: 'vehicle-info/engine-stops' },
    { title: 'My day', parent: null, path: 'apps/my-day' },
    { title: 'Messages', parent: null, path: 'email' },
    { title: 'Administration', parent: null, path: '' },
    { title: 'Users', parent: 'Administration', path: 'admin/users' },
    { title: 'Roles', parent: 'Administration', path: 'admin/roles' },
    { title: 'Organisations', parent: 'Administration', path: 'admin/organisations' },
    { title: 'Sign-ins and sessions', parent: 'Administration', path: 'admin/sessions' },
    { title: 'Audit log', parent: 'Administration', path: 'admin/audit-log' },
    { title: 'Subscriptions', parent: 'Administration', path: 'admin/subscriptions' },
    { title: 'API tokens', parent: 'Administration', path: 'admin/api-tokens' },
    { title: 'Webhooks', parent: 'Administration', path: 'settings/webhooks' },
    { title: 'Outbox', parent: 'Administration', path: 'admin/outbox' },
    { title: 'Server', parent: 'Administration', path: 'admin/server' },
    { title: 'Menus', parent: 'Administration', path: 'admin/menus' },
    { title: 'Component library', parent: 'Administration', path: '' },
    { title: 'Widgets', parent: 'Component library', path: 'widget' },
    { title: 'UI elements', parent: 'Component library', path: 'ui' },
    { title: 'Forms', parent: 'Component library', path: 'forms' },
    { title: 'Tables', parent: 'Component library', path: 'tables' },
    { title: 'Icons', parent: 'Component library', path: 'icons' },
  ]);
  expect(
    await rows(`SELECT r.name, string_agg(m.key, ' ' ORDER BY m.key) AS menus, bool_and(can_delete) AS everything
                FROM roles r JOIN role_permissions p ON p.role_id = r.id JOIN menus m ON m.id = p.menu_id
                WHERE p.can_view GROUP BY r.name ORDER BY r.name`),
  ).toEqual([
    {
      name: 'Accountant',
      menus: 'calendar contacts expense-approval expenses media messages reports subscriptions tasks vehicles',
      everything: false,
    },
    {
      name: 'Administrator',
      menus:
        'alarm-monitor alarm-rules alarms api-tokens audit-log calendar charts commands connect-device contacts dashboard devices distribution ' +
        'drivers engine-stop expense-approval expenses forms gallery geo-fence history icons in-out-location live-map maintenance maps media menus messages my-day organisations outbox outlets private-trips reports roles routes server sessions subscriptions tables tasks ' +
        'timeline ui users vehicles webhooks widget',
      everything: true,
    },
    {
      name: 'Dispatcher',
      menus:
        'alarm-monitor alarms calendar charts commands contacts dashboard distribution drivers expenses gallery geo-fence history in-out-location live-map maintenance maps media messages outlets reports routes tasks timeline ' +
        'vehicles',
      everything: false,
    },
    { name: 'Driver', menus: 'messages my-day', everything: false },
    {
      name: 'Installer',
      menus: 'charts commands connect-device devices live-map messages vehicles',
      everything: false,
    },
    { name: 'Mechanic', menus: 'calendar contacts gallery maintenance messages tasks vehicles', everything: false },
    {
      name: 'Viewer',
      menus:
        'alarm-monitor alarms charts dashboard gallery geo-fence history in-out-location live-map maps reports timeline vehicles',
      everything: false,
    },
  ]);
});

test('a changed other role stays, the administrator is completed', async () => {
  await ensureBasics(fixture.database);
  await fixture.database.query('UPDATE role_permissions SET can_view = false, can_edit = true');
  await ensureBasics(fixture.database);
  expect(
    await rows(`SELECT r.name, bool_or(can_view) AS view FROM roles r JOIN role_permissions p ON p.role_id = r.id
                GROUP BY r.name ORDER BY r.name`),
  ).toEqual([
    { name: 'Accountant', view: false },
    { name: 'Administrator', view: true },
    { name: 'Dispatcher', view: false },
    { name: 'Driver', view: false },
    { name: 'Installer', view: false },
    { name: 'Mechanic', view: false },
    { name: 'Viewer', view: false },
  ]);
});

test('a role of an earlier version gets no permissions that this one grants to new roles', async () => {
  await ensureBasics(fixture.database);
  await fixture.database.query(
    `DELETE FROM role_permissions p USING roles r, menus m
     WHERE r.id = p.role_id AND m.id = p.menu_id AND r.name = 'Installer' AND m.key IN ('vehicles', 'commands')`,
  );
  await ensureBasics(fixture.database);
  expect(
    await rows(`SELECT m.key FROM role_permissions p JOIN roles r ON r.id = p.role_id JOIN menus m ON m.id = p.menu_id
                WHERE r.name = 'Installer' ORDER BY m.key`),
  ).toEqual(['charts', 'connect-device', 'devices', 'live-map', 'messages'].map((key) => ({ key })));
});

test('removed starting roles are not created again', async () => {
  await ensureBasics(fixture.database);
  await fixture.database.query(`DELETE FROM roles WHERE name <> 'Administrator'`);
  await ensureBasics(fixture.database);
  expect(await rows('SELECT name FROM roles')).toEqual([{ name: 'Administrator' }]);
});

const places = () =>
  rows(`SELECT m.key, above.key AS parent, m.position, m.sorted FROM menus m LEFT JOIN menus above ON above.id = m.parent_id
        WHERE m.key IN ('webhooks', 'vehicles', 'users') ORDER BY m.key`);

test('an entry that moves into another group has its place there, whatever order was set in the former one', async () => {
  await ensureBasics(fixture.database);
  const before = await places();
  await fixture.database.query(
    `UPDATE menus SET parent_id = (SELECT id FROM menus WHERE key = 'alarm'), position = 900, sorted = true
     WHERE key IN ('webhooks', 'vehicles')`,
  );
  await fixture.database.query(`UPDATE menus SET position = 901, sorted = true WHERE key = 'users'`);
  await ensureBasics(fixture.database);
  const users = { key: 'users', parent: 'administration', position: 901, sorted: true };
  expect(await places()).toEqual(before.map((row) => (row['key'] === 'users' ? users : row)));
});

test('an installation from before the distribution privilege gets it at its next start', async () => {
  await ensureBasics(fixture.database);
  // The menu as an operator may have edited it by hand, and as it was before.
  await fixture.database.query(`UPDATE menus SET title = 'D', path = 'x', cm = 2 WHERE key = 'distribution'`);
  await fixture.database.query(`DELETE FROM role_permissions WHERE menu_id = (SELECT id FROM menus WHERE path = 'x')`);
  await ensureBasics(fixture.database);
  expect(
    await rows(`SELECT m.path, m.cm, r.name FROM menus m JOIN role_permissions p ON p.menu_id = m.id AND p.can_view
                JOIN roles r ON r.id = p.role_id WHERE m.key = 'distribution' AND r.name = 'Administrator'`),
  ).toEqual([{ path: 'dashboard/distribution-main', cm: 1, name: 'Administrator' }]);
});

test('a configured password always applies: a new one ends sessions, two-factor and a lock-out, the same one does not', async () => {
  expect(await ensureBasics(fixture.database, { adminPassword: 'first password' })).toEqual({
    username: 'admin',
    password: null,
  });
  await startSession(fixture.database, { userId: 1, address: '192.0.2.1', userAgent: '' });
  await ensureBasics(fixture.database, { adminPassword: 'first password' });
  expect(await rows('SELECT ended_at FROM login_sessions')).toEqual([{ ended_at: null }]);
  await fixture.database.query(`INSERT INTO two_factor (user_id, secret, confirmed_at) VALUES (1, '\\x00', now())`);
  await fixture.database.query('UPDATE users SET disabled_at = now()');
  await fixture.database.query(
    `INSERT INTO password_links (token_hash, user_id, purpose, expires_at) VALUES ('x', 1, 'reset', now() + interval '1 hour')`,
  );
  await fixture.database.query(
    `INSERT INTO sign_in_failures (subject, failures, last_at) VALUES ('user:admin', 9, now()), ('known:1', 9, now())`,
  );
  await ensureBasics(fixture.database, { adminPassword: 'second password' });
  expect(await rows('SELECT user_id FROM two_factor')).toEqual([]);
  expect(await rows('SELECT user_id FROM password_links')).toEqual([]);
  expect(await rows('SELECT subject FROM sign_in_failures')).toEqual([]);
  expect(await rows('SELECT disabled_at FROM users')).toEqual([{ disabled_at: null }]);
  expect(await rows('SELECT username, action FROM audit_log')).toEqual([{ username: null, action: 'reset-password' }]);
  expect(await verifyPassword(await hash(), 'second password')).toBe(true);
  expect(await rows('SELECT ended_at FROM login_sessions')).toEqual([{ ended_at: expect.any(Date) }]);
});
