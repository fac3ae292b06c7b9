// Specification, sections 4, 6 and 8: the behaviour when a call fails.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { localStorageOf } from './harness/browser-page.ts';
import { findInPalette, openFromPalette } from './harness/palette.ts';
import { addUser, endSessions, grant } from './harness/people.ts';
import { useRunning } from './harness/running.ts';
import { signIn } from './harness/sign-in.ts';
import { waitUntil } from './harness/until.ts';
import { changeCalls, watchCalls } from './harness/wire.ts';

const running = useRunning();
const SIGN_IN = '/authentication/signin';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });
const clickVehicles = (page: Page) => menu(page).getByRole('link', { name: 'Vehicles' }).click();
const reload = (page: Page) => page.reload({ waitUntil: 'commit' });
const denial = (page: Page) => page.locator('[data-colour]').filter({ hasText: 'Permission Denied' });
const addVehicle = (page: Page) => openFromPalette(page, 'Add a vehicle');

async function wiped(page: Page): Promise<Record<string, string>> {
  await page.waitForURL(`**${SIGN_IN}`);
  await page.getByLabel('User name').waitFor();
  return localStorageOf(page.context());
}

/** The keys that clearing removes. */
const GONE = ['login_user_data', 'csrfToken', 'menuID', 'choose_skin_active'];

/** Marks local storage with a key that sign-in does not set, so that clearing is detected. */
const mark = (page: Page) => page.evaluate(`localStorage.setItem('choose_skin_active', 'purple')`);

let people = 0;
/** Signs in as a new person with a role, isolated from other tests. */
async function openAs(role: string, path: string) {
  const username = `errors-${++people}`;
  await addUser(running.server, username, role);
  const opened = await running.open();
  await signIn(opened, running.server, { username, path });
  await mark(opened.page);
  return { ...opened, username };
}

describe('status 400', () => {
  test('by a session that ran out: the check on load wipes local storage and leads to sign-in, with a notice', async () => {
    const { page, username } = await openAs('Dispatcher', '/extra-pages/about');
    // With the page open, its live connection could detect it before the page is loaded again.
    await page.goto('about:blank');
    await endSessions(running.server, username);
    await page.goto(`${running.server.address}/extra-pages/about`, { waitUntil: 'commit' });
    expect(await wiped(page)).not.toHaveProperty('choose_skin_active');
    await page.getByText('Your session has expired. Sign in to continue.').waitFor();
  });

  const EXPIRED = { answer: { status: 400, message: 'Your session has ended. Sign in again.' } };
  // Each call individually, which a session expired for all of them would not show.
  test.each([
    ['session-check', clickVehicles],
    ['menu-check-by-id', clickVehicles],
    ['edit-permission-check', addVehicle],
    ['create-permission-check', addVehicle],
    ['delete-permission-check', addVehicle],
    ['get-nav-menu', reload],
    ['get-privilege-check', (page: Page) => page.goto(`${running.server.address}/dashboard/distribution-main`)],
    ['get-profile', (page: Page) => page.goto(`${running.server.address}/extra-pages/profile`)],
  ])('by %s alone wipes local storage and leads to sign-in', async (route, act) => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    await mark(page);
    await changeCalls(page, route, EXPIRED);
    await act(page);
    const storage = await wiped(page);
    expect(storage).not.toHaveProperty('choose_skin_active');
    expect(storage).not.toHaveProperty('login_user_data');
  });
});

describe('a session check that fails otherwise', () => {
  test('on load, with 500, wipes local storage and leads to sign-in', async () => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    await mark(page);
    await changeCalls(page, 'session-check', { answer: { status: 500, message: 'No.' } });
    await reload(page);
    const storage = await wiped(page);
    for (const key of GONE) expect(storage).not.toHaveProperty(key);
  });

  test('on load, without any reply, shows a message and can be retried', async () => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    const undo = await Promise.all(
      ['session-check', 'get-setup'].map((route) => changeCalls(page, route, { fail: true })),
    );
    await reload(page);
    const alert = page.getByRole('alert');
    await alert.getByText('The server cannot be reached. Check the connection, then try again.').waitFor();
    expect(await localStorageOf(page.context())).toHaveProperty('login_user_data');
    await Promise.all(undo.map((one) => one()));
    await alert.getByRole('button', { name: 'Reload' }).click();
    await page.getByTestId('live-badge').waitFor();
  });

  test('on a menu click, without any reply, shows a message and can be retried', async () => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    const undo = await changeCalls(page, 'session-check', { fail: true });
    await clickVehicles(page);
    const note = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
    await note.first().waitFor();
    await undo();
    const calls = watchCalls(page);
    await note.getByRole('button', { name: 'Try again' }).click();
    await waitUntil('the menu check', () => calls.some(({ route }) => route === 'menu-check-by-id'));
    await waitUntil('the message to go', async () => (await note.count()) === 0);
  });
});

describe('the menu', () => {
  test('that a role lost: its check is 404, which leads to page-not-found', async () => {
    // An earlier attempt can have ended without restoring it.
    await grant(running.server, 'Dispatcher', 'vehicles', ['view']);
    const { page } = await openAs('Dispatcher', '/extra-pages/about');
    await menu(page).getByRole('link', { name: 'Vehicles' }).waitFor();
    await grant(running.server, 'Dispatcher', 'vehicles', []);
    const calls = watchCalls(page);
    await clickVehicles(page);
    await page.waitForURL('**/authentication/page404');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    const check = calls.find(({ route }) => route === 'menu-check-by-id');
    expect((await check?.answer)?.body.status).toBe(404);
    // The session that ended belongs to nobody.
    const storage = await localStorageOf(page.context());
    expect(storage).toMatchObject({ choose_skin_active: 'purple' });
    // No menu is shown there.
    expect(storage).not.toHaveProperty('menuID');
    await grant(running.server, 'Dispatcher', 'vehicles', ['view']);
  });

  test.each([403, 404, 500])('answered with %i leads to sign-in', async (status) => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    await mark(page);
    await changeCalls(page, 'get-nav-menu', { answer: { status, message: 'No.' } });
    await page.reload({ waitUntil: 'commit' });
    const storage = await wiped(page);
    for (const key of GONE) expect(storage).not.toHaveProperty(key);
  });
});

describe('a permission that is not there', () => {
  test("to create, revoked since the page was opened: shows 'Permission Denied' in bg-red, and opens nothing", async () => {
    await grant(running.server, 'Dispatcher', 'vehicles', ['view', 'create']);
    const { page } = await openAs('Dispatcher', '/vehicle-info');
    await page.getByRole('button', { name: 'Add vehicle' }).first().waitFor();
    const calls = watchCalls(page);
    const red = page.locator('[data-colour="bg-red"]').filter({ hasText: 'Permission Denied' });
    // The palette's entry is found first, because the page receives the revocation sooner or later, and then no longer
    // offers the entry.
    const add = await findInPalette(page, 'Add a vehicle');
    await grant(running.server, 'Dispatcher', 'vehicles', ['view']);
    await Promise.all([red.waitFor(), add.click()]);
    // The page may have sent the check before, when it opened.
    const check = calls.findLast(({ route }) => route === 'create-permission-check');
    expect((await check?.answer)?.body).toEqual({ status: 200, p_status: 0 });
    expect(await page.getByRole('dialog', { name: 'New vehicle' }).count()).toBe(0);
    // The notification disappears by itself.
    await waitUntil('the notification to go', async () => (await denial(page).count()) === 0);
  });

  test("to save, revoked since the form was opened: 403 shows 'Permission Denied' in bg-red", async () => {
    await grant(running.server, 'Dispatcher', 'vehicles', ['view', 'create']);
    const { page } = await openAs('Dispatcher', '/vehicle-info?open=new');
    const form = page.getByRole('dialog', { name: 'New vehicle' });
    await form.getByLabel('Registration').fill('DENIED 1');
    await grant(running.server, 'Dispatcher', 'vehicles', ['view']);
    const red = page.locator('[data-colour="bg-red"]').filter({ hasText: 'Permission Denied' });
    await Promise.all([red.waitFor(), form.getByRole('button', { name: 'Save' }).click()]);
  });

  test("for the distribution dashboard: privilege '0' takes its entry out of the menu", async () => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    const entry = menu(page).getByRole('link', { name: 'Distribution dashboard' });
    await menu(page).getByRole('button', { name: 'Distribution' }).click();
    await entry.waitFor();
    await changeCalls(page, 'get-privilege-check', { answer: { status: 200, privilege: '0' } });
    await reload(page);
    // The group that was open is open again.
    await menu(page).getByRole('link', { name: 'Outlets' }).waitFor();
    expect(await entry.count()).toBe(0);
  });

  test('for the distribution dashboard: the privilege check denies it, and the page does not open', async () => {
    const { page } = await openAs('Viewer', '/extra-pages/about');
    // The message is shown only for a second.
    await Promise.all([denial(page).waitFor(), page.goto(`${running.server.address}/dashboard/distribution-main`)]);
    await page.waitForURL(/\/track-vehicle(\?|$)/);
  });

  test('for a screen opened by its address: a plain page shows this with a link, and no data is requested', async () => {
    const { page } = await openAs('Dispatcher', '/extra-pages/about');
    const calls = watchCalls(page);
    await page.goto(`${running.server.address}/admin/users`);
    await page.getByRole('heading', { name: 'No access to this page' }).waitFor();
    expect(calls.filter(({ route }) => route === 'get-user-list')).toEqual([]);
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await page.waitForURL(/\/(track-vehicle|dashboard\/main)(\?|$)/);
  });
});

describe('no answer', () => {
  test('of a list: shows a message, keeps the session, and retries on demand', async () => {
    const { page } = await running.openSignedIn('/extra-pages/about');
    const undo = await changeCalls(page, 'get-vehicle-list', { fail: true });
    await clickVehicles(page);
    const alert = page.getByRole('alert');
    await alert.getByText('The list could not be loaded').waitFor();
    await undo();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No vehicles yet').waitFor();
    expect(await localStorageOf(page.context())).toHaveProperty('login_user_data');
  });
});
