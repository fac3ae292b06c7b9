// A guest who may see five vehicles on the map: invited in under eight clicks, without seeing any others.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';
import { fillSignIn } from './harness/sign-in.ts';

const running = useRunning();
const PLATES = ['SBA 1001', 'SBA 1002', 'SBA 1003', 'SBA 1004', 'SBA 1005'];
const OTHERS = ['SBA 2001', 'SBA 2002'];

beforeAll(async () => {
  const caller = await signInByCall(running.server);
  await caller.ask('save-group', { name: 'Harbour' });
  for (const registration of [...PLATES, ...OTHERS]) await caller.ask('save-vehicle', { registration });
});

/** Clicks and counts the clicks; typing does not count. */
function counter() {
  let clicks = 0;
  const click = async (what: Locator) => {
    clicks++;
    await what.click();
  };
  return { click, count: () => clicks };
}

/** Types the invited person's details; the caret is in the first field. */
async function typePerson(page: Page, name: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('User name').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(name.toLowerCase());
  await page.keyboard.press('Tab');
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(`${name.toLowerCase()}@example.org`);
}

test('a guest is invited to five vehicles in under eight clicks, and sees these alone', async () => {
  const { page } = await running.openSignedIn('/track-vehicle');
  const { click, count } = counter();
  const navigation = page.getByRole('navigation').first();
  await click(navigation.getByText('Administration', { exact: true }));
  await click(navigation.getByRole('link', { name: 'Users' }));
  await click(page.getByRole('button', { name: 'Invite user' }).first());
  const form = page.getByRole('dialog');
  await typePerson(page, 'Guest');
  await click(form.getByText('Selected vehicles', { exact: true }));
  await page.getByRole('option', { name: PLATES[0] ?? '' }).waitFor();
  for (const plate of PLATES) {
    await page.keyboard.type(plate);
    await page.keyboard.press('Enter');
  }
  await click(form.getByRole('button', { name: 'Invite' }));
  const once = page.getByRole('dialog', { name: 'Share this link with Guest' });
  const link = await once.getByText(/reset-password#token=/).innerText();
  expect(count()).toBeLessThan(8);
  await once.getByRole('button', { name: 'Close', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'guest' });
  await row.filter({ hasText: 'SBA 1001 and 4 more' }).waitFor();
  await row.filter({ hasText: 'Viewer' }).waitFor();

  const { page: theirs } = await running.open();
  await theirs.goto(link);
  await theirs.getByLabel('Password', { exact: true }).fill('four quiet lorries');
  await theirs.getByLabel('Repeat the password').fill('four quiet lorries');
  await theirs.getByRole('button', { name: 'Save the password' }).click();
  await theirs.getByText('Your password is set.').waitFor();
  await theirs.getByRole('link', { name: 'Back to sign-in' }).click();
  await fillSignIn(theirs, 'guest', 'four quiet lorries');
  await theirs.waitForURL(/\/track-vehicle(\?|$)/);
  for (const plate of PLATES) await theirs.getByText(plate, { exact: true }).first().waitFor();
  await theirs.goto(`${running.server.address}/vehicle-info`);
  await theirs.getByRole('row').filter({ hasText: 'SBA 1005' }).waitFor();
  for (const plate of OTHERS) expect(await theirs.getByText(plate).count()).toBe(0);
});

test('to five vehicles that are chosen from their list it takes under eight clicks as well', async () => {
  const { page } = await running.openSignedIn('/dashboard');
  const { click, count } = counter();
  await click(page.getByRole('navigation').first().getByRole('link', { name: 'Vehicles' }));
  for (const plate of PLATES) await click(page.getByRole('checkbox', { name: `Choose ${plate}` }));
  await click(page.getByRole('link', { name: 'Invite someone to see these' }));
  const form = page.getByRole('dialog');
  await typePerson(page, 'Visitor');
  expect(await form.getByLabel('Role').inputValue()).toBe('Viewer');
  for (const plate of PLATES) await form.getByText(plate, { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  const once = page.getByRole('dialog', { name: 'Share this link with Visitor' });
  await once.waitFor();
  expect(count()).toBeLessThan(8);
  await once.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'visitor' }).filter({ hasText: 'SBA 1001 and 4 more' }).waitFor();
});

test('to a group it takes five', async () => {
  const { page } = await running.openSignedIn('/dashboard');
  const { click, count } = counter();
  await click(page.getByRole('navigation').first().getByRole('link', { name: 'Vehicles' }));
  await page.getByRole('heading', { name: 'Vehicles', exact: true }).waitFor();
  // A list is rendered again when its reply arrives, which closes an open select.
  await page.getByRole('row').filter({ hasText: 'SBA 1005' }).waitFor();
  await click(page.getByRole('combobox', { name: 'Group' }));
  await click(page.getByRole('option', { name: 'Harbour' }));
  await click(page.getByRole('link', { name: 'Invite someone to see Harbour' }));
  await typePerson(page, 'Pilot');
  await click(page.getByRole('dialog').getByRole('button', { name: 'Invite' }));
  const once = page.getByRole('dialog', { name: 'Share this link with Pilot' });
  await once.waitFor();
  expect(count()).toBe(5);
  await once.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'pilot' }).filter({ hasText: 'Harbour' }).waitFor();
});
