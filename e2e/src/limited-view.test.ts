// A guest who may see five vehicles on the map: invited in under eight clicks, and shown nothing of the others.
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';
import { fillSignIn } from './harness/sign-in.ts';

const running = useRunning();
const PLATES = ['SBA 1001', 'SBA 1002', 'SBA 1003', 'SBA 1004', 'SBA 1005'];
const OTHERS = ['SBA 2001', 'SBA 2002'];

beforeAll(async () => {
  const caller = await signInByCall(running.server);
  for (const registration of [...PLATES, ...OTHERS]) await caller.ask('save-vehicle', { registration });
});

test('a guest is invited to five vehicles in under eight clicks, and sees these alone', async () => {
  const { page } = await running.openSignedIn('/track-vehicle');
  let clicks = 0;
  const click = async (what: Locator) => {
    clicks++;
    await what.click();
  };
  const navigation = page.getByRole('navigation').first();
  await click(navigation.getByText('Administration', { exact: true }));
  await click(navigation.getByRole('link', { name: 'Users' }));
  await click(page.getByRole('button', { name: 'Invite user' }).first());
  const form = page.getByRole('dialog');
  await form.getByLabel('User name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('guest');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Guest');
  await page.keyboard.press('Tab');
  await page.keyboard.type('guest@example.org');
  await click(form.getByText('These vehicles', { exact: true }));
  await page.getByRole('option', { name: PLATES[0] ?? '' }).waitFor();
  for (const plate of PLATES) {
    await page.keyboard.type(plate);
    await page.keyboard.press('Enter');
  }
  await click(form.getByRole('button', { name: 'Invite' }));
  const once = page.getByRole('dialog', { name: 'Pass this link on to Guest' });
  const link = await once.getByText(/reset-password#token=/).innerText();
  expect(clicks).toBeLessThan(8);
  await once.getByRole('button', { name: 'Close', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'guest' });
  await row.filter({ hasText: 'SBA 1001 and 4 more' }).waitFor();
  await row.filter({ hasText: 'Viewer' }).waitFor();

  const { page: theirs } = await running.open();
  await theirs.goto(link);
  await theirs.getByLabel('New password', { exact: true }).fill('four quiet lorries');
  await theirs.getByLabel('Repeat new password').fill('four quiet lorries');
  await theirs.getByRole('button', { name: 'Save the password' }).click();
  await theirs.getByText('Your password is set.').waitFor();
  await theirs.getByRole('link', { name: 'Back to sign-in' }).click();
  await fillSignIn(theirs, 'guest', 'four quiet lorries');
  await theirs.waitForURL('**/track-vehicle');
  for (const plate of PLATES) await theirs.getByText(plate, { exact: true }).first().waitFor();
  await theirs.goto(`${running.server.address}/vehicle-info`);
  await theirs.getByRole('row').filter({ hasText: 'SBA 1005' }).waitFor();
  for (const plate of OTHERS) expect(await theirs.getByText(plate).count()).toBe(0);
});
