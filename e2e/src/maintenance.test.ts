import { beforeAll, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { dayFromToday as day } from './harness/day.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';
import { waitUntil } from './harness/until.ts';

const running = useRunning();
let caller: Caller;
let vehicleId: number;
beforeAll(async () => {
  caller = await signInByCall(running.server);
  vehicleId = (await caller.ask('save-vehicle', { registration: 'SBX 300', type: 'van' })).vehicle.id;
  await caller.ask('save-checklist', { name: 'Daily check', items: ['Tyres', 'Brakes'] });
});

test('a plan is made, is overdue on the board, and restarts once a work order for it is done', async () => {
  const { page, problems } = await running.openSignedIn('/vehicle-info/maintenance/plans?open=new');
  const form = page.getByRole('dialog');
  await form.getByLabel('Task').fill('Brake fluid');
  await form.getByLabel('Months').fill('1');
  // Escape closes only the calendar, not the form.
  await form.getByRole('button', { name: 'Open calendar' }).click();
  await page.getByRole('button', { name: /^\d+ / }).first().waitFor();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Save' }).click();
  await tableRow(page, 'Brake fluid').waitFor();
  // As if it had been created two months ago.
  const { rows } = await caller.ask('get-service-plan-list', {});
  const plan = rows[0];
  if (!plan) throw new Error('no plan');
  expect(plan).toMatchObject({ everyMonths: 1, allVehicles: true, vehicleCount: 1 });
  const { groups: _groups, vehicles: _vehicles, ...fields } = plan;
  await caller.ask('save-service-plan', { ...fields, countedFrom: day(-70) });

  await page.getByRole('tab', { name: 'Due' }).click();
  const overdue = page.getByRole('region', { name: 'Overdue' });
  await overdue.getByText('SBX 300').waitFor();
  await overdue.getByRole('link', { name: 'Work order: Brake fluid for SBX 300' }).click();
  const chosen = form.getByRole('combobox', { name: 'Vehicle', exact: true });
  await waitUntil('the vehicle to be chosen', async () => (await chosen.inputValue()) === 'SBX 300');
  await form.getByRole('button', { name: 'Add part' }).click();
  await form.getByLabel('Part', { exact: true }).fill('Fluid DOT 4');
  await form.getByLabel('Price each').pressSequentially('250.50');
  await form.getByRole('checkbox', { name: 'Done: Brake fluid' }).check();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('WO-1 · SBX 300 was saved.').waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${running.server.address}/vehicle-info/maintenance/orders?open=1`);
  await form.getByRole('button', { name: 'Work is done' }).click();
  const dialog = page.getByRole('dialog', { name: 'WO-1 is done' });
  await dialog.getByText('The next service counts from that day: Brake fluid.').waitFor();
  await dialog.getByRole('button', { name: 'Work is done' }).click();
  await page.getByText('WO-1 is done.', { exact: true }).waitFor();

  const due = await caller.ask('get-service-due-list', { vehicleId });
  expect(due.rows).toMatchObject([{ task: 'Brake fluid', state: 'later', lastDay: due.rows[0]?.today }]);
  const expenses = await caller.ask('get-expense-list', {});
  expect(expenses.rows).toMatchObject([{ kind: 'service', state: 'submitted', amount: 25_050, vehicleId }]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${running.server.address}/vehicle-info/${vehicleId}?tab=maintenance`);
  await page.getByRole('table', { name: 'Service history' }).getByText('Brake fluid').waitFor();
  await page.getByRole('link', { name: 'WO-1 · Brake fluid' }).waitFor();
  expect(problems).toEqual([]);
});

/** A picture of one colour: PNG (ISO/IEC 15948) of 1 by 1 pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('a vehicle is inspected on a phone, with a photo and a signature; a dangerous defect opens a work order', async () => {
  const { page, problems } = await running.openSignedIn(`/vehicle-info/maintenance/inspect?vehicle=${vehicleId}`);
  await page.setViewportSize({ width: 390, height: 844 });
  // The only checklist for the vehicle is chosen automatically.
  await page.getByRole('radiogroup', { name: 'Tyres' }).getByText('In order').click();
  await page.getByRole('button', { name: 'Sign and save' }).click();
  await page.getByText('Choose what you found.').waitFor();
  await page.getByText('Sign here.').waitFor();
  await page.getByRole('radiogroup', { name: 'Brakes' }).getByText('Defect').click();
  await page.getByRole('radiogroup', { name: 'Severity: Brakes' }).getByText('Dangerous').click();
  await page.getByLabel('What is wrong: Brakes').fill('No pressure');
  await page
    .locator('input[type=file][capture]')
    .setInputFiles([{ name: 'brake.png', mimeType: 'image/png', buffer: PNG }]);
  await page.getByRole('button', { name: 'Open brake.png' }).waitFor();
  await page.getByRole('switch', { name: 'Take it out of service now' }).check();
  const pad = page.getByRole('img', { name: 'Signature' });
  // The buttons stay visible, above the content at the lower edge.
  await page.getByRole('button', { name: 'Sign by name' }).focus();
  await page.mouse.wheel(0, 2000);
  const box = await pad.boundingBox();
  if (!box) throw new Error('no pad');
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 70, { steps: 4 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Sign and save' }).click();
  await page.getByRole('heading', { name: 'SBX 300 · Daily check' }).waitFor();
  await page.getByText('No pressure').waitFor();
  await page.getByRole('button', { name: 'Open brake.png' }).waitFor();

  const { rows } = await caller.ask('get-work-order-list', { vehicleId });
  const order = rows.find(({ title }) => title === 'Daily check');
  expect(order).toMatchObject({ state: 'open', tasks: [{ text: 'Brakes: No pressure' }] });
  expect(order?.outFrom).not.toBeNull();
  await page.getByRole('link', { name: `WO-${order?.number}` }).waitFor();
  expect(problems).toEqual([]);
});
