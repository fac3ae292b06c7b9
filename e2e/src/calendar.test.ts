import { beforeAll, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { dayFromToday } from './harness/day.ts';
import { useRunning } from './harness/running.ts';

const running = useRunning();
let caller: Caller;

/** "Monday, 4 May", the label of a day's cell. */
const cellName = (days: number) =>
  new Date(`${dayFromToday(days)}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
const dueOf = async (title: string) => (await caller.ask('get-task-list', { search: title })).rows[0]?.dueOn;

beforeAll(async () => {
  caller = await signInByCall(running.server);
  const { vehicle } = await caller.ask('save-vehicle', { registration: 'SBC 1', type: 'truck' });
  const permit = { kind: 'permit', holder: 'vehicle', vehicleId: vehicle.id, validUntil: dayFromToday(1) } as const;
  await caller.ask('save-document', permit);
  await caller.ask('save-task', { title: 'Wash it', dueOn: dayFromToday(0) });
});

test('a task is dragged to another day and moved by keys; a document cannot be moved; a day opens the list', async () => {
  const { page, problems } = await running.openSignedIn('/apps/calendar');
  // The whole month is visible: a page that scrolls during a drag is a different case.
  await page.setViewportSize({ width: 1280, height: 1000 });
  const cell = (days: number) => page.getByRole('listitem', { name: cellName(days) });
  const task = (days: number) => cell(days).getByRole('link', { name: /Task: Wash it/ });
  await task(0).waitFor();
  const permit = cell(1).getByRole('link', { name: /Document: Permit · SBC 1/ });
  expect(await permit.getAttribute('draggable')).toBe('false');
  await task(0).dragTo(cell(2));
  await task(2).waitFor();
  expect(await dueOf('Wash it')).toBe(dayFromToday(2));
  await task(2).press('Shift+ArrowLeft');
  await task(1).waitFor();
  expect(await dueOf('Wash it')).toBe(dayFromToday(1));

  // Hides the documents, then shows the calendar by week.
  await page.getByRole('group', { name: 'Entries shown' }).getByText('Documents').click();
  await permit.waitFor({ state: 'detached' });
  await page.getByRole('group', { name: 'Entries shown' }).getByText('Documents').click();
  await cell(1)
    .getByRole('button', { name: /2 entries/ })
    .click();
  await page.waitForURL(/view=list/);
  const agenda = page.getByRole('region', { name: cellName(1) });
  await agenda.getByRole('link', { name: /Permit/ }).waitFor();
  await page.getByText('Week', { exact: true }).click();
  await task(1).click();
  await page.waitForURL(/\/apps\/tasks\?open=\d+$/);
  await page.getByRole('dialog', { name: 'Wash it' }).waitFor();
  expect(problems).toEqual([]);
});

test('on a phone the days are a list, and a task is added for a day', async () => {
  const { page, problems } = await running.openSignedIn('/apps/calendar');
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole('region', { name: cellName(1) })
    .getByRole('link', { name: /Permit/ })
    .waitFor();
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 800 });
  const cell = page.getByRole('listitem', { name: cellName(3) });
  await cell.hover();
  await cell.getByRole('link', { name: /^Add a task/ }).click();
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Fit a tag reader');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Fit a tag reader was saved.').waitFor();
  expect(await dueOf('Fit a tag reader')).toBe(dayFromToday(3));
  expect(problems).toEqual([]);
});

test('a secret link is made, shows the same entries to another calendar, and is revoked', async () => {
  const { page, problems } = await running.openSignedIn('/apps/calendar');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show in another calendar' });
  await dialog.getByText('You have no link.').waitFor();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = (await dialog.locator('pre').textContent()) ?? '';
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/calendar\/[\w-]{43}\.ics$/);
  const text = await (await fetch(link)).text();
  expect(text).toContain('SUMMARY:Permit of SBC 1 expires\r\n');
  expect(text).toContain(`DTSTART;VALUE=DATE:${dayFromToday(1).replaceAll('-', '')}\r\n`);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await dialog.getByText('You have a link.').waitFor();
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByText('The link has been revoked.').waitFor();
  expect((await fetch(link)).status).toBe(404);
  expect(problems).toEqual([]);
});
