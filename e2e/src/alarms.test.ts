import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { addDrivenVehicle, CORNER, type DrivenVehicle } from './harness/fleet.ts';
import { addUser, grant } from './harness/people.ts';
import { useRunning } from './harness/running.ts';
import { signIn } from './harness/sign-in.ts';
import { tableRow } from './harness/table.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();
let caller: Caller;
let dispatcher: Caller;
const driven: DrivenVehicle[] = [];

beforeAll(async () => {
  const { server } = running;
  caller = await signInByCall(server);
  await addUser(server, 'alarm-dispatcher', 'Dispatcher');
  dispatcher = await signInByCall(server, 'alarm-dispatcher');
  const rule = { condition: { kind: 'overspeed', limitKph: 90 }, allVehicles: true } as const;
  await caller.ask('save-alarm-rule', { ...rule, name: 'Above 90', severity: 'critical' });
  for (const registration of ['SOS 1', 'SOS 2', 'SOS 3']) {
    driven.push(await addDrivenVehicle(server, caller, registration));
  }
});

/** Lets these vehicles drive at 120 km/h from now on; resolves when the server has their alarms. */
async function speed(...vehicles: (DrivenVehicle | undefined)[]): Promise<void> {
  for (const [index, vehicle] of vehicles.entries()) {
    await vehicle?.tracker.report({ lat: CORNER.lat + index / 100, lon: CORNER.lon, speedKph: 120 });
  }
  await waitUntil('the alarms', async () => {
    const { rows } = await caller.ask('get-alarm-list', { state: 'active' });
    return vehicles.every((vehicle) => rows.some(({ vehicleId }) => vehicleId === vehicle?.id));
  });
}
const boardRow = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test('an alarm is on the board immediately, is acknowledged there by a key, and the list follows', async () => {
  const board = await running.openSignedIn('/dashboard/alarms');
  await board.page.goto(`${running.server.address}/dashboard/alarm-monitor`);
  await board.page.getByText('All quiet').waitFor();
  const list = await running.openSignedIn('/dashboard/alarms');
  await list.page.getByText('No alarms').waitFor();

  await speed(driven[0], driven[1]);
  await boardRow(board.page, 'SOS 1').filter({ hasText: '120 km/h' }).waitFor();
  await board.page.getByRole('button', { name: /^Critical 2 2 unacknowledged$/ }).waitFor();
  // The list does not move: new alarms are offered.
  await list.page.getByRole('button', { name: '2 new alarms' }).click();
  await tableRow(list.page, 'SOS 1').filter({ hasText: 'Unacknowledged' }).waitFor();

  // The map is shown beside it by default, and stays as a person left it.
  const map = board.page.getByRole('region', { name: 'Vehicles', exact: true });
  await map.getByRole('combobox', { name: 'Map area' }).selectOption('This area');
  await board.page.reload();
  await waitUntil(
    'the area that was chosen',
    async () => (await map.getByRole('combobox', { name: 'Map area' }).inputValue()) === 'area',
  );
  await map.getByRole('button', { name: 'Hide the map' }).click();
  await board.page.getByRole('button', { name: 'Show the map' }).click();
  await map.waitFor();

  await board.page.getByRole('button', { name: 'Turn sound on' }).click();
  await board.page.keyboard.press('m');
  await board.page.getByRole('button', { name: 'Muted, 5 min left' }).waitFor();
  await boardRow(board.page, 'SOS 1')
    .getByRole('button', { name: /120 km\/h/ })
    .click();
  await board.page.getByRole('complementary', { name: 'SOS 1, Above 90' }).getByText('Nearest vehicles').waitFor();
  await board.page.keyboard.press('a');
  await boardRow(board.page, 'SOS 1').filter({ hasText: 'Acknowledged' }).waitFor();
  await tableRow(list.page, 'SOS 1').filter({ hasText: 'Acknowledged' }).waitFor();
  await board.page.getByRole('button', { name: /^Critical 2 1 unacknowledged$/ }).waitFor();
  await board.page.getByText('acknowledged it: Seen, in progress').waitFor();
  expect([...board.problems, ...list.problems]).toEqual([]);
});

test('several are cleared with a reason; those that somebody handled first are reported', async () => {
  await speed(driven[2]);
  const { page } = await running.openSignedIn('/dashboard/alarms?show=active');
  await page.getByRole('checkbox', { name: 'Choose SOS 2, Above 90' }).click();
  await page.getByRole('checkbox', { name: 'Choose SOS 3, Above 90' }).click();
  const { rows } = await dispatcher.ask('get-alarm-list', { search: 'SOS 3', state: 'active' });
  await dispatcher.ask('handle-alarm', { ids: rows.map(({ id }) => id), action: 'clear', reasonCode: 'test' });
  await page.getByRole('toolbar').getByRole('button', { name: 'Clear' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clear: 2 alarms' });
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await dialog.getByText('Choose a reason.').waitFor();
  await dialog.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'False alarm' }).click();
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('1 alarm was left as it is: alarm-dispatcher has already cleared this alarm.').waitFor();
  await page.getByText('The alarm is cleared.').waitFor();
  await waitUntil('both to leave the active', async () => (await tableRow(page, 'SOS 2').count()) === 0);

  await page.goto(`${running.server.address}/dashboard/alarms?open=${rows[0]?.id}`);
  const drawer = page.getByRole('dialog', { name: 'SOS 3 · Above 90' });
  await drawer.getByText('alarm-dispatcher cleared it: Test').waitFor();
  const history = await drawer.getByRole('link', { name: 'History' }).getAttribute('href');
  expect(new URL(history ?? '', 'http://x').searchParams.get('vehicle')).toBe(String(driven[2]?.id));
  // The commands of the device, such as the release of an emergency, are shown above the alarm, and close on their own.
  await drawer.getByRole('button', { name: 'Commands' }).click();
  const commands = page.getByRole('dialog', { name: 'Commands: SOS 3' });
  await commands.getByText('Device last heard:').waitFor();
  await page.keyboard.press('Escape');
  await commands.waitFor({ state: 'hidden' });
  await drawer.getByRole('button', { name: 'Commands' }).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
});

test('the board requires a session, and shows a message if the role may not see it', async () => {
  await grant(running.server, 'Dispatcher', 'alarm-monitor', []);
  const opened = await running.open();
  await signIn(opened, running.server, { username: 'alarm-dispatcher', path: '/dashboard/alarms' });
  await opened.page.goto(`${running.server.address}/dashboard/alarm-monitor`);
  await opened.page.getByRole('heading', { name: 'No access to this page' }).waitFor();
  const guest = await running.open();
  await guest.page.goto(`${running.server.address}/dashboard/alarm-monitor`);
  await guest.page.waitForURL('**/authentication/signin');
});
