// Unsaved input survives the end of a session, Escape, Back and another window (decision 101).
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { openFromPalette } from './harness/palette.ts';
import { addUser, endSessions, grant } from './harness/people.ts';
import { useRunning } from './harness/running.ts';
import { fillSignIn, signIn } from './harness/sign-in.ts';
import { tableRow } from './harness/table.ts';
import { waitUntil } from './harness/until.ts';
import { watchCalls } from './harness/wire.ts';

const running = useRunning();

beforeAll(async () => {
  await grant(running.server, 'Dispatcher', 'vehicles', ['view', 'create', 'edit']);
});

let people = 0;
/** Opens a page as a new person with a role, isolated from other tests. */
async function openAs(path: string) {
  const username = `entered-${++people}`;
  await addUser(running.server, username, 'Dispatcher');
  const opened = await running.open();
  await signIn(opened, running.server, { username, path });
  return { ...opened, username };
}

const form = (page: Page) => page.getByRole('dialog').filter({ has: page.getByLabel('Registration') });
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard your changes?' });
const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in to continue' });

async function enterVehicle(page: Page, registration: string) {
  await form(page).getByLabel('Registration').fill(registration);
  await form(page).getByLabel('Make').fill('Peugeot');
}

async function signInOver(page: Page, username = '') {
  const dialog = signInDialog(page);
  if (username !== '') await dialog.getByLabel('User name').fill(username);
  await dialog.getByLabel('Password', { exact: true }).fill(running.server.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
}

const vehicles = (registration: string) =>
  inDatabase(running.server, 'SELECT id FROM vehicles WHERE registration = $1', [registration]);

describe('a session that ends while a form is half filled', () => {
  test('is restarted over it; the save that detected it succeeds once, and the live view continues', async () => {
    const { page, username } = await openAs('/vehicle-info?open=new');
    await enterVehicle(page, 'ENT 100');
    await endSessions(running.server, username);
    const calls = watchCalls(page);
    await form(page).getByRole('button', { name: 'Save' }).click();
    await signInDialog(page).waitFor();
    expect(await signInDialog(page).getByLabel('User name').inputValue()).toBe(username);
    // Specification, section 8.
    expect(await page.evaluate(`localStorage.getItem('login_user_data')`)).toBeNull();
    expect(await page.evaluate(`localStorage.getItem('csrfToken')`)).toBeNull();
    expect(new URL(page.url()).pathname).toBe('/vehicle-info');
    // Escape does not bypass it.
    await page.keyboard.press('Escape');
    await signInDialog(page).waitFor();

    await signInOver(page);
    await page.getByText('ENT 100 was saved.').waitFor();
    await tableRow(page, 'ENT 100').filter({ hasText: 'Peugeot' }).waitFor();
    expect(await vehicles('ENT 100')).toHaveLength(1);
    const saves = calls.filter(({ route }) => route === 'save-vehicle');
    const statuses = await Promise.all(saves.map(async ({ answer }) => (await answer)?.body.status));
    expect(statuses).toEqual([400, 200]);
    await waitUntil(
      'the live view',
      async () => (await page.getByTestId('live-badge').getAttribute('data-kind')) === 'live',
    );
  });

  test('does not give the page to somebody else, and their sign-in shows this', async () => {
    const { page, username } = await openAs('/vehicle-info?open=new');
    const other = `entered-${++people}`;
    await addUser(running.server, other, 'Dispatcher');
    await enterVehicle(page, 'ENT 200');
    await endSessions(running.server, username);
    await form(page).getByRole('button', { name: 'Save' }).click();
    await signInOver(page, other);
    const belongs = page.getByRole('dialog', { name: `This page belongs to ${username}` });
    await belongs.getByText(`You are signed in as ${other}.`).waitFor();
    // Nothing of the previous person's page is visible below the dialog.
    expect(await form(page).isVisible()).toBe(false);
    expect(await page.getByTestId('live-badge').isVisible()).toBe(false);
    expect(await vehicles('ENT 200')).toEqual([]);

    await belongs.getByRole('button', { name: `Discard it and continue as ${other}` }).click();
    await page.waitForURL('**/track-vehicle**');
    await page.getByTestId('live-badge').waitFor();
    expect(await page.evaluate(`JSON.parse(localStorage.getItem('login_user_data')).USERNAME`)).toBe(other);
    expect(await vehicles('ENT 200')).toEqual([]);
  });

  test('in several windows: signing in in one restores the others', async () => {
    const { page, username } = await openAs('/vehicle-info?open=new');
    const second = await page.context().newPage();
    await second.goto(page.url());
    await form(second).waitFor();
    const third = await page.context().newPage();
    await third.goto(`${running.server.address}/extra-pages/about`);
    await third.getByTestId('live-badge').waitFor();
    await enterVehicle(page, 'ENT 301');
    await enterVehicle(second, 'ENT 302');
    await endSessions(running.server, username);
    for (const one of [page, second]) {
      await form(one).getByRole('button', { name: 'Save' }).click();
      await signInDialog(one).waitFor();
    }
    // Without unsaved input, the behaviour of the specification applies.
    await third.reload({ waitUntil: 'commit' });
    await third.getByLabel('User name').waitFor();
    await signInOver(page);
    await page.getByText('ENT 301 was saved.').waitFor();
    await second.getByText('ENT 302 was saved.').waitFor();
    await third.waitForURL('**/extra-pages/about');
    await third.getByTestId('live-badge').waitFor();
  });

  test('in another window by somebody else: a page without unsaved input is left immediately', async () => {
    const { page } = await openAs('/vehicle-info');
    const other = `entered-${++people}`;
    await addUser(running.server, other, 'Dispatcher');
    await page.getByTestId('live-badge').waitFor();
    await page.evaluate('window.isFormer = true');
    const second = await page.context().newPage();
    await second.goto(`${running.server.address}/authentication/signin`);
    await fillSignIn(second, other, running.server.password);
    await second.getByTestId('live-badge').waitFor();
    await page.waitForURL('**/track-vehicle**');
    await page.getByTestId('live-badge').waitFor();
    expect(await page.evaluate('window.isFormer')).toBeUndefined();
  });

  test('can be abandoned: sign-in follows with the path to return to, and without the unsaved input', async () => {
    const { page, username } = await openAs('/vehicle-info?open=new');
    await enterVehicle(page, 'ENT 400');
    await endSessions(running.server, username);
    await form(page).getByRole('button', { name: 'Save' }).click();
    await signInDialog(page).getByRole('button', { name: 'Discard what I entered' }).click();
    await page.waitForURL('**/authentication/signin');
    await page.getByText('Your session has expired. Sign in to continue.').waitFor();
    await fillSignIn(page, username, running.server.password);
    await form(page).waitFor();
    expect(await form(page).getByLabel('Registration').inputValue()).toBe('');
  });
});

describe('Escape and Back', () => {
  test('close a form immediately without input, and ask if it has unsaved input', async () => {
    const { page } = await running.openSignedIn('/vehicle-info');
    const open = () => page.getByRole('button', { name: 'Add vehicle' }).first().click();
    await open();
    await form(page).getByLabel('Registration').click();
    await page.keyboard.press('Escape');
    await form(page).waitFor({ state: 'hidden' });

    await open();
    await form(page).getByLabel('Registration').pressSequentially('ENT 5');
    // An open list handles the key.
    await form(page).getByRole('combobox', { name: 'Driver' }).click();
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    expect(await question(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    await question(page).waitFor();
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'hidden' });
    expect(await form(page).getByLabel('Registration').inputValue()).toBe('ENT 5');

    await page.goBack();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await question(page).waitFor({ state: 'hidden' });
    expect(await form(page).getByLabel('Registration').inputValue()).toBe('ENT 5');
    await form(page).getByRole('button', { name: 'Close' }).click();
    await question(page).getByRole('button', { name: 'Discard changes' }).click();
    await form(page).waitFor({ state: 'hidden' });
  });

  test('ask in a dialog that manages its own fields, before Back and before the window closes', async () => {
    const caller = await signInByCall(running.server);
    // Already blocked in a second attempt.
    await caller.call('block-network', { network: '203.0.113.9', note: '' });
    const { page } = await running.openSignedIn('/vehicle-info');
    await openFromPalette(page, 'Connect a device');
    await page.waitForURL('**/settings/connect-device');
    await page.getByRole('button', { name: 'Block a network' }).click();
    const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Note') });
    await dialog.getByLabel('Note').pressSequentially('knocks all day');
    await page.goBack();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await question(page).waitFor({ state: 'hidden' });
    expect(await dialog.getByLabel('Note').inputValue()).toBe('knocks all day');
    const pending = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const prompt = await pending;
    expect(prompt.type()).toBe('beforeunload');
    await prompt.dismiss();
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Discard changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
});
