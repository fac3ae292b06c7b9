// Lists by keyboard, and their visible part on a phone.
import { beforeAll, expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';

const running = useRunning();
let firstId = 0;

beforeAll(async () => {
  const caller = await signInByCall(running.server);
  for (const registration of ['SBA 1001', 'SBA 1002', 'SBA 1003']) {
    const { vehicle } = await caller.ask('save-vehicle', { registration, type: 'van' });
    firstId ||= vehicle.id;
  }
});

test('j, k and the arrows walk over the bands of the timeline, and Enter opens the history at the moment', async () => {
  const { page } = await running.openSignedIn('/timeline');
  const band = (registration: string) => page.getByRole('slider', { name: registration });
  await band('SBA 1003').waitFor();
  for (const [key, registration] of [
    ['j', 'SBA 1001'],
    ['j', 'SBA 1002'],
    ['ArrowDown', 'SBA 1003'],
    ['k', 'SBA 1002'],
  ] as const) {
    await page.keyboard.press(key);
    expect(await page.evaluate('document.activeElement.ariaLabel')).toContain(registration);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/history\?vehicle=\d+/);
});

test('on a phone all that a role may do, and all tabs of a vehicle, are within the width', async () => {
  const { page } = await running.openSignedIn('/admin/roles', { phone: true });
  const overflow = (selector: string) =>
    page.evaluate(`{ const at = document.querySelector('${selector}'); at.scrollWidth - at.clientWidth }`);
  await page.getByRole('listitem').filter({ hasText: 'Dispatcher' }).click();
  await page.getByRole('table', { name: 'Permissions of the role' }).waitFor();
  expect(await overflow('[role="dialog"] :has(> table)')).toBe(0);

  await page.goto(`${running.server.address}/vehicle-info/${firstId}`);
  await page.getByRole('tablist').waitFor();
  expect(await overflow('[role="tablist"]')).toBe(0);
});

test('on a phone filters are collapsed, and the title of the screen is not truncated', async () => {
  const { page, problems } = await running.openSignedIn('/expenses', { phone: true });
  const kinds = page.getByRole('combobox', { name: 'Kind' });
  const title = page.getByRole('banner').getByText('Expense list');
  await page.getByRole('searchbox').waitFor();
  expect(await title.evaluate((at) => at.scrollWidth - at.clientWidth)).toBe(0);
  expect(await kinds.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await kinds.click();
  await page.getByRole('option', { name: 'Fuel' }).click();
  await page.getByRole('button', { name: 'Filters are on', expanded: true }).click();
  expect(await kinds.isVisible()).toBe(false);
  expect(problems).toEqual([]);
});
