import { expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { dayFromToday } from './harness/day.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';

const running = useRunning();

test('a document becomes a task in one click; on the board it is dragged, moved by keys, and opened', async () => {
  const caller = await signInByCall(running.server);
  const { vehicle } = await caller.ask('save-vehicle', { registration: 'SBT 7', type: 'truck' });
  const { document } = await caller.ask('save-document', {
    kind: 'permit',
    holder: 'vehicle',
    vehicleId: vehicle.id,
    validUntil: dayFromToday(5),
  });
  const { page, problems } = await running.openSignedIn(`/media/documents?open=${document.id}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Create task' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create task' });
  await dialog.getByRole('combobox', { name: /Whose|Given to|Assigned/ }).waitFor();
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await page.getByText('Task “Permit · SBT 7” created').waitFor();
  await drawer.getByRole('link', { name: /Permit · SBT 7.*in 5 days.*To do/s }).click();

  // The task's form still contains the document as its subject.
  await page.waitForURL(/\/apps\/tasks\?open=\d+$/);
  const form = page.getByRole('dialog', { name: 'Permit · SBT 7' });
  expect(await form.getByRole('combobox', { name: 'Related to' }).inputValue()).toBe('Document · SBT 7');
  await form.getByRole('combobox', { name: 'Assigned to' }).click();
  await page.getByRole('option', { name: 'Administrator' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Permit · SBT 7 was saved.').waitFor();

  const column = (name: string) => page.getByRole('region', { name });
  const card = (name: string) => column(name).getByRole('button', { name: /^Permit · SBT 7/ });
  await card('To do').getByText('Administrator').waitFor();
  await card('To do').dragTo(column('In progress'));
  await card('In progress').waitFor();
  await card('In progress').press('Shift+ArrowRight');
  await card('Done').waitFor();
  await column('Done').getByRole('button', { name: 'Move “Permit · SBT 7”' }).click();
  await page.getByRole('menuitem', { name: 'In progress' }).click();
  await card('In progress').waitFor();
  const { rows } = await caller.ask('get-task-list', {});
  expect(rows).toMatchObject([
    {
      title: 'Permit · SBT 7',
      state: 'doing',
      dueOn: dayFromToday(5),
      assigneeName: 'Administrator',
      recordKind: 'document',
    },
  ]);

  // The task is among the due items of its vehicle's page, and the palette finds it.
  await page.goto(`${running.server.address}/vehicle-info/${vehicle.id}`);
  await page
    .getByRole('region', { name: 'Due' })
    .getByRole('link', { name: /Permit · SBT 7.*in 5 days/ })
    .waitFor();
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog', { name: 'Find' }).getByRole('textbox').fill('permit sbt');
  await page.getByRole('button', { name: /Permit · SBT 7.*Task/s }).waitFor();
  expect(problems).toEqual([]);
});

test('a task is added about a vehicle that is searched, listed on a phone, and deleted with undo', async () => {
  const caller = await signInByCall(running.server);
  await caller.ask('save-vehicle', { registration: 'SBT 88', type: 'truck' });
  const { page, problems } = await running.openSignedIn('/apps/tasks?view=list');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Add task' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Enter a value.').waitFor();
  await form.getByRole('textbox', { name: 'Title' }).fill('Wash it');
  await form.getByRole('combobox', { name: 'Related to' }).fill('sbt 8');
  await page.getByRole('option', { name: 'Vehicle · SBT 88' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Wash it was saved.').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  // The task's files are requested while the task is open, not after it was deleted.
  const files = page.waitForResponse((answer) => answer.request().postData()?.includes('get-file-list') ?? false);
  await tableRow(page, 'Wash it').filter({ hasText: 'Vehicle · SBT 88' }).click();
  await files;
  await form.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Wash it?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await tableRow(page, 'Wash it').waitFor();
  expect((await caller.ask('get-task-list', { search: 'wash' })).total).toBe(1);
  expect(problems).toEqual([]);
});

test('a due day is typed, refused and corrected by keys, and the calendar over its form closes alone', async () => {
  const caller = await signInByCall(running.server);
  const { page, problems } = await running.openSignedIn('/apps/tasks?view=list');
  await page.getByRole('button', { name: 'Add task' }).first().click();
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Check the lift');
  const due = form.getByRole('textbox', { name: 'Due on', exact: true });
  await due.focus();
  await page.keyboard.type('31.4.28');
  await page.keyboard.press('Tab');
  await form.getByText('There is no such day. Enter it as DD/MM/YYYY').waitFor();
  await due.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('3.4.28');

  await page.keyboard.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Due on', exact: true });
  // The typed text takes effect as soon as the focus moves to the calendar.
  await calendar.getByRole('button', { name: '3 April 2028', exact: true }).waitFor();
  await calendar.getByRole('combobox').first().selectOption({ label: 'May' });
  await calendar.getByRole('combobox').last().selectOption('2029');
  await calendar.getByRole('button', { name: '5 May 2029', exact: true }).waitFor();
  await calendar.getByRole('combobox').last().press('Escape');
  await calendar.waitFor({ state: 'detached' });
  expect(await due.inputValue()).toBe('3 Apr 2028');
  expect(await page.evaluate('document.activeElement.value')).toBe('3 Apr 2028');

  const button = form.getByRole('button', { name: 'Open calendar' });
  await button.click();
  await button.click();
  await calendar.waitFor({ state: 'detached' });
  await button.click();
  await calendar.getByRole('button', { name: '20 April 2028', exact: true }).click();
  await calendar.waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Check the lift was saved.').waitFor();
  expect((await caller.ask('get-task-list', { search: 'lift' })).rows[0]?.dueOn).toBe('2028-04-20');
  expect(problems).toEqual([]);
});
