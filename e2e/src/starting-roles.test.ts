// The starting roles of an organisation: every link that they see leads to a page that they may open.
import { beforeAll, expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { addUser } from './harness/people.ts';
import { useRunning } from './harness/running.ts';
import { signIn } from './harness/sign-in.ts';
import { walkLinks } from './harness/walk-links.ts';

const running = useRunning();

/** One record of each kind, so that lists have a first row and pages their links. */
beforeAll(async () => {
  const { server } = running;
  const caller = await signInByCall(server);
  for (const role of ['Mechanic', 'Accountant', 'Installer', 'Driver', 'Viewer', 'Dispatcher']) {
    await addUser(server, role.toLowerCase(), role);
  }
  const found = await inDatabase<{ id: number }>(server, `SELECT id FROM users WHERE username = 'driver'`);
  const userId = found[0]?.id ?? 0;
  const { driver } = await caller.ask('save-driver', { name: 'Ana Silva', userId, licenceExpiresOn: '2030-01-01' });
  const { vehicle } = await caller.ask('save-vehicle', { registration: 'SBL 2000', driverId: driver.id });
  const vehicleId = vehicle.id;
  await caller.ask('save-device', { identity: '356307042441013' });
  await caller.ask('save-private-rule', { driversMark: true });
  const { checklist } = await caller.ask('save-checklist', { name: 'Daily check', items: ['Tyres'] });
  const answers = [{ item: 'Tyres', result: 'defect', severity: 'major' } as const];
  const signed = { signedBy: 'Ana Silva', signature: [[0, 0, 10, 10]] };
  await caller.ask('add-inspection', { vehicleId, checklistId: checklist.id, answers, openOrder: true, ...signed });
  await caller.ask('save-expense', { kind: 'toll', amount: 500, day: '2026-01-02', vehicleId, submit: true });
  await caller.ask('save-contact', { kind: 'vendor', name: 'Taller Rambla' });
  await caller.ask('save-task', { title: 'Winter tyres', recordKind: 'vehicle', recordId: vehicleId });
  await caller.ask('send-message', { peopleIds: [userId], subject: 'Rain', html: '<p>Slow down.</p>' });
  const { outlet } = await caller.ask('save-outlet', { code: 'S1', name: 'Disco', place: { lat: -34.9, lon: -56.15 } });
  const { route } = await caller.ask('save-route', { name: 'North' });
  const daily = { validFrom: '2026-01-01', weekdays: [1, 2, 3, 4, 5, 6, 7], startMin: 480 };
  const stops = [{ outletId: outlet.id }];
  await caller.ask('save-route-plan', { routeId: route.id, ...daily, vehicleId, driverId: driver.id, stops });
});

test.each([
  ['driver', '/apps/my-day', 5],
  ['mechanic', '/vehicle-info', 12],
  ['accountant', '/reports', 18],
  ['installer', '/track-vehicle', 8],
] as const)(
  'every link, tab and list that a %s is shown leads where the role may go',
  async (username, start, least) => {
    const opened = await running.open();
    const { page, problems } = opened;
    // Without a path, sign-in leads to the start page of the role.
    await page.goto(running.server.address);
    await signIn(opened, running.server, { username, path: start });
    expect(new URL(page.url()).pathname).toBe(start);
    const { wrong, visited } = await walkLinks(page, [start, '/extra-pages/profile'], 20);
    expect(wrong).toEqual([]);
    // No call is made that the role may not make.
    expect(problems.filter((problem) => / 403 /.test(problem))).toEqual([]);
    expect(visited.length).toBeGreaterThanOrEqual(least);
  },
);

test('a driver sees the own run, and opens it as the page on which its stops are reported', async () => {
  const opened = await running.open({ phone: true });
  await signIn(opened, running.server, { username: 'driver', path: '/apps/my-day' });
  const { page } = opened;
  await page.getByRole('heading', { name: 'My day · Ana Silva' }).waitFor();
  await page
    .getByRole('button', { name: /^Open North/ })
    .first()
    .click();
  await page.waitForURL('**/drive#*');
  await page.getByText('Disco').first().waitFor();
});

test('a driver begins private time by a switch on the phone, and ends it', async () => {
  const opened = await running.open({ phone: true });
  await signIn(opened, running.server, { username: 'driver', path: '/apps/my-day' });
  const { page } = opened;
  await page.getByRole('switch', { name: 'SBL 2000: private from now on' }).click();
  await page.getByRole('switch', { name: /^SBL 2000: private since .* until you turn it off$/ }).click();
  await page.getByRole('switch', { name: 'SBL 2000: private from now on' }).waitFor();
  expect(await inDatabase(running.server, 'SELECT to_time IS NOT NULL AS ended, private FROM private_marks')).toEqual([
    { ended: true, private: true },
  ]);
});
