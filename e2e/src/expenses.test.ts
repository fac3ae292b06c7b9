import { beforeAll, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';

const running = useRunning();
let caller: Caller;

beforeAll(async () => {
  caller = await signInByCall(running.server);
  const { vehicle } = await caller.ask('save-vehicle', { registration: 'SBX 200', type: 'van' });
  // The vehicle of the last expense is the one to begin with.
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await caller.ask('save-expense', { kind: 'toll', vehicleId: vehicle.id, amount: 15_800, day, submit: true });
});

/** A picture of one colour: PNG (ISO/IEC 15948) of 1 by 1 pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('a bill is photographed on a phone and submitted, then approved with all others', async () => {
  const { page, problems } = await running.openSignedIn('/expenses?open=new');
  await page.setViewportSize({ width: 390, height: 844 });
  const form = page.getByRole('dialog');
  await form
    .locator('input[type=file][capture]')
    .setInputFiles([{ name: 'bill.png', mimeType: 'image/png', buffer: PNG }]);
  await form.getByRole('button', { name: 'Open bill.png' }).waitFor();
  expect(await form.getByRole('combobox', { name: 'Vehicle' }).inputValue()).toBe('SBX 200');
  await form.getByLabel('Amount').pressSequentially('1250.50');
  await form.getByLabel('Litres').fill('16.5');
  await form.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Fuel · SBX 200 was submitted.').waitFor();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${running.server.address}/expenses/approval`);
  await tableRow(page, 'Fuel').getByRole('checkbox').check();
  await page.getByRole('toolbar', { name: 'Decide on the chosen expenses' }).waitFor();
  await tableRow(page, 'Toll').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('2 expenses were approved.').waitFor();
  await page.getByText('Nothing waits for approval').waitFor();

  const { rows } = await caller.ask('get-expense-list', { sort: 'amount', direction: 'desc' });
  expect(rows.map(({ amount, state, quantity }) => [amount, state, quantity])).toEqual([
    [125_050, 'approved', 16.5],
    [15_800, 'approved', null],
  ]);
  expect(problems).toEqual([]);
});
