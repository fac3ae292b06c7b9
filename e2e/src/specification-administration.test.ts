// Specification, section 6, and what it leaves open: people, roles, organisations, sessions and the audit log.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from './harness/authenticator.ts';
import { type Caller, signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { addUser } from './harness/people.ts';
import { tableRow } from './harness/table.ts';
import { useRunning } from './harness/running.ts';
import { fillSignIn, signIn } from './harness/sign-in.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();
let caller: Caller;

beforeAll(async () => {
  caller = await signInByCall(running.server);
});

const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true });

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option }).click();
}

async function logOut(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL('**/authentication/signin');
}

describe('an account', () => {
  const PASSWORD = 'four quiet lorries';

  test('is invited, chooses its password by the link shown to who invites, and to nobody later, and signs in with two factors', async () => {
    const { page: admin } = await running.openSignedIn('/admin/users');
    await button(admin, 'Invite user').first().click();
    const form = admin.getByRole('dialog');
    await form.getByLabel('User name').fill('carla');
    await form.getByLabel('Name', { exact: false }).nth(1).fill('Carla Vidal');
    await form.getByLabel('E-mail').fill('carla@rio.example');
    await choose(admin, form.getByRole('combobox', { name: 'Role' }), 'Dispatcher');
    await choose(admin, form.getByRole('combobox', { name: 'Organisation' }), 'Milepost');
    await button(form, 'Invite').click();
    // The link is shown only once, because no mail server sends it.
    const once = admin.getByRole('dialog', { name: 'Share this link with Carla Vidal' });
    const link = await once.getByText(/reset-password#token=/).innerText();
    await button(once, 'Close').click();
    await tableRow(admin, 'carla').filter({ hasText: 'Invited' }).waitFor();

    await admin.goto(`${running.server.address}/admin/outbox`);
    await tableRow(admin, 'carla@rio.example').click();
    await admin.getByRole('dialog').getByText('in the mail itself only').waitFor();
    expect(await admin.getByText(/#token=/).count()).toBe(0);

    const { page } = await running.open();
    await page.goto(link);
    await page.getByText('You have been invited to Milepost.').waitFor();
    expect(await page.getByLabel('User name').inputValue()).toBe('carla');
    for (const password of ['carla carla', PASSWORD]) {
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Repeat the password').fill(password);
      if (password === PASSWORD) continue;
      await button(page, 'Save the password').click();
      // The error is shown only once, at its field.
      await page
        .getByText(/easy to guess/)
        .first()
        .waitFor();
      expect(await page.getByText(/easy to guess/).count()).toBe(1);
    }
    await button(page, 'Save the password').click();
    await page.getByText('Your password is set.').waitFor();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await fillSignIn(page, 'carla', PASSWORD);
    await page.waitForURL(/\/track-vehicle(\?|$)/);

    const { secret, recovery } = await turnOnTwoFactor(page);
    await logOut(page, 'Carla Vidal');
    await fillSignIn(page, 'carla', PASSWORD);
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    // The code of the step that set it up has been used.
    await page.locator('form input').first().click();
    await page.keyboard.type(codeOf(secret, 1), { delay: 20 });
    await page.waitForURL(/\/track-vehicle(\?|$)/);

    await logOut(page, 'Carla Vidal');
    await fillSignIn(page, 'carla', PASSWORD);
    await button(page, 'Use a recovery code instead').click();
    await page.getByLabel('Recovery code').fill(recovery);
    await button(page, 'Sign in').click();
    await page.waitForURL(/\/track-vehicle(\?|$)/);

    await logOut(page, 'Carla Vidal');
    await fillSignIn(page, 'carla', PASSWORD);
    await button(page, 'Use a recovery code instead').click();
    await page.getByLabel('Recovery code').fill(recovery);
    await button(page, 'Sign in').click();
    // Each recovery code works only once.
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    expect(page.url()).toContain('/authentication/signin');
  });

  async function turnOnTwoFactor(page: Page): Promise<{ secret: string; recovery: string }> {
    await page.goto(`${running.server.address}/extra-pages/profile`);
    await button(page, 'Set up two-factor sign-in').click();
    const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await button(dialog, 'Continue').click();
    // The secret is shown in groups of four, for typing.
    const secret = await dialog.getByText(/^([A-Z2-7]{1,4} ?){6,}$/).innerText();
    await dialog.getByLabel('The six digits that the app shows').fill(codeOf(secret));
    await button(dialog, 'Turn on').click();
    const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
    const recovery = await codes.getByRole('listitem').first().innerText();
    expect(await codes.getByRole('listitem').count()).toBe(10);
    await button(codes, 'I have saved them').click();
    return { secret, recovery };
  }

  test('signs out elsewhere: the other browser goes to sign-in', async () => {
    await addUser(running.server, 'dora', 'Dispatcher');
    const [here, there] = [await running.open(), await running.open()];
    await signIn(there, running.server, { username: 'dora', path: '/vehicle-info' });
    await signIn(here, running.server, { username: 'dora', path: '/extra-pages/profile' });
    await button(here.page, 'Sign out everywhere else').click();
    await here.page.getByText('1 session has ended.').waitFor();
    await there.page.waitForURL('**/authentication/signin');
    await here.page.reload();
    await here.page.getByRole('heading', { name: 'Your profile' }).waitFor();
  });
});

/** Opens the role's matrix, sets one box, and saves. */
async function setBox(admin: Page, role: string, box: string, on: boolean): Promise<void> {
  await admin.goto(`${running.server.address}/admin/roles`);
  await tableRow(admin, role).click();
  const form = admin.getByRole('dialog');
  await form.getByRole('checkbox', { name: box, exact: true }).setChecked(on);
  await button(form, 'Save').click();
  await admin.getByText(`${role} was saved.`).waitFor();
}

test('the data of an account is exported, and erased after its extent was shown', async () => {
  await addUser(running.server, 'leaver', 'Dispatcher');
  const { page } = await running.openSignedIn('/admin/users');
  await tableRow(page, 'leaver').click();
  const form = page.getByRole('dialog');
  const [file] = await Promise.all([page.waitForEvent('download'), button(form, 'Export data').click()]);
  expect(file.suggestedFilename()).toMatch(/^Data of the account of leaver \d{4}-\d\d-\d\d\.zip$/);
  await button(form, 'Erase data').click();
  const dialog = page.getByRole('dialog', { name: 'Erase the data of leaver?' });
  await dialog.getByText('This stays under the number of the account').waitFor();
  await button(dialog, 'Erase for ever').click();
  await page.getByText('The data of the account has been erased.').waitFor();
  await tableRow(page, 'leaver').waitFor({ state: 'detached' });
});

describe('roles', () => {
  test('granted entries appear, revoked ones disappear; the audit log records both', async () => {
    await addUser(running.server, 'elena', 'Dispatcher');
    const opened = await running.open();
    const { page } = opened;
    await signIn(opened, running.server, { username: 'elena', path: '/vehicle-info' });
    await page.getByText('No vehicles yet').waitFor();
    expect(await button(page, 'Add vehicle').count()).toBe(0);

    const { page: admin } = await running.openSignedIn('/admin/roles');
    await setBox(admin, 'Dispatcher', 'Vehicles: Create', true);
    await page.reload();
    await button(page, 'Add vehicle').first().waitFor();
    await setBox(admin, 'Dispatcher', 'Vehicles: Create', false);
    await page.reload();
    await page.getByText('No vehicles yet').waitFor();
    expect(await button(page, 'Add vehicle').count()).toBe(0);

    await admin.goto(`${running.server.address}/admin/audit-log?subject=role`);
    const entries = tableRow(admin, 'Role').filter({ hasText: 'Changed' }).filter({ hasText: 'admin' });
    await waitUntil('both changes', async () => (await entries.count()) >= 2);
    await entries.first().click();
    const details = admin.getByRole('dialog');
    await details.locator('ins').first().waitFor();
    const before = await details.locator('del').allInnerTexts();
    const after = await details.locator('ins').allInnerTexts();
    // The last change revoked the permission.
    expect(before.join()).toContain('"vehicles":"view, create"');
    expect(after.join()).toContain('"vehicles":"view"');
  });
});

describe('organisations', () => {
  test('a user sees their own organisation and those below, and no others', async () => {
    const { page: admin } = await running.openSignedIn('/admin/organisations');
    await button(admin, 'Add organisation').first().click();
    const form = admin.getByRole('dialog');
    await form.getByLabel('Name').fill('Rio Dairy');
    await choose(admin, form.getByRole('combobox', { name: 'Belongs to' }), 'Milepost');
    await button(form, 'Save').click();
    await admin.getByText('Rio Dairy was saved.').waitFor();

    const { grants } = await caller.ask('get-role-menu', {});
    const users = grants.find(({ key }) => key === 'users')?.menuId ?? 0;
    await caller.ask('save-role', {
      name: 'Branch manager',
      priority: 5,
      grants: [{ menuId: users, view: true, create: false, edit: false, delete: false }],
    });
    await addUser(running.server, 'felipe', 'Branch manager');
    await inDatabase(
      running.server,
      `UPDATE users SET organisation_id = (SELECT id FROM organisations WHERE name = 'Rio Dairy') WHERE username = 'felipe'`,
    );

    const opened = await running.open();
    const { page } = opened;
    await signIn(opened, running.server, { username: 'felipe', path: '/admin/users' });
    await tableRow(page, 'felipe').waitFor();
    expect(await page.getByRole('table').getByRole('row').count()).toBe(2);
    expect(await button(page, 'Invite user').count()).toBe(0);

    await admin.goto(`${running.server.address}/admin/users`);
    await tableRow(admin, 'felipe').filter({ hasText: 'Rio Dairy' }).waitFor();
  });
});
