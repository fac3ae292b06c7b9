import { beforeAll, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { dayFromToday } from './harness/day.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';

const running = useRunning();
let caller: Caller;

beforeAll(async () => {
  caller = await signInByCall(running.server);
  const { vehicle } = await caller.ask('save-vehicle', { registration: 'SBX 200', type: 'van' });
  const { driver } = await caller.ask('save-driver', { name: 'Rosa Silva' });
  const assigned = { driverId: driver.id, vehicleId: vehicle.id, from: `${dayFromToday(-5)}T00:00:00Z` };
  await caller.ask('save-assignment', assigned);
  // The vehicle of the last expense is the default.
  const day = dayFromToday(-1);
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
  // The driver is proposed, and can be cleared.
  const driver = form.getByRole('combobox', { name: 'Driver' });
  expect(await driver.inputValue()).toBe('Rosa Silva');
  await form.getByText(/^Drove it that day/).waitFor();
  // The button stays visible above the end of a long form.
  await page.getByRole('button', { name: 'Submit' }).waitFor();
  await form.getByLabel('Amount').pressSequentially('1250.50');
  await form.getByLabel('Litres').fill('16.5');
  await form.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Fuel · SBX 200 was submitted.').waitFor();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${running.server.address}/expenses/approval`);
  await tableRow(page, 'Fuel').getByRole('checkbox').check();
  await page.getByRole('toolbar', { name: 'Decide on the chosen expenses' }).waitFor();
  await tableRow(page, 'Toll').getByRole('checkbox').check();
  const bar = page.getByRole('toolbar', { name: 'Decide on the chosen expenses' });
  // 1,250.50 and 158.00.
  expect(await bar.innerText()).toMatch(/1,408\.50/);
  const approve = page.getByRole('button', { name: 'Approve' });
  await approve.click();
  await page.getByText('2 expenses were approved.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('2 expenses await approval again.').waitFor();
  await tableRow(page, 'Fuel').getByRole('checkbox').check();
  await tableRow(page, 'Toll').getByRole('checkbox').check();
  await approve.click();
  await page.getByText('2 expenses were approved.').waitFor();
  await page.getByText('No expenses await approval').waitFor();

  const { rows } = await caller.ask('get-expense-list', { sort: 'amount', direction: 'desc' });
  expect(rows.map(({ amount, state, quantity, driverName }) => [amount, state, quantity, driverName])).toEqual([
    [125_050, 'approved', 16.5, 'Rosa Silva'],
    [15_800, 'approved', null, null],
  ]);
  expect(problems).toEqual([]);
});

test('a bill of a station that the vehicle was not at is marked with the reason, in the list and for who approves', async () => {
  const { vehicle } = await caller.ask('save-vehicle', { registration: 'SBX 300', type: 'van' });
  const yesterday = dayFromToday(-1);
  // Written directly to the database, because the server would recompute the facts from the missing positions.
  await inDatabase(
    running.server,
    `WITH d AS (INSERT INTO devices (organisation_id, identity) VALUES (1, 'E2E-300') RETURNING id),
     i AS (INSERT INTO installations (device_id, vehicle_id, installed_at)
           SELECT id, $1, now() - interval '9 days' FROM d RETURNING device_id)
     INSERT INTO positions (device_id, fix_time, report_hash, received_at, lat, lon, speed_dkph, course_deg, flags)
     SELECT device_id, $2::timestamptz, 1, now(), -348000000, -562000000, 0, 0, 1 FROM i`,
    [vehicle.id, `${yesterday}T12:00:00Z`],
  );
  const place = { lat: -34.9, lon: -56.2 };
  const { contact } = await caller.ask('save-contact', { kind: 'vendor', name: 'Ancap Sur', place });
  const bill = {
    kind: 'parking' as const,
    vehicleId: vehicle.id,
    vendorId: contact.id,
    amount: 900,
    day: yesterday,
    submit: true,
  };
  await caller.ask('save-expense', bill);
  await caller.ask('save-expense', { ...bill, vendorId: null, kind: 'cleaning', amount: 901 });

  // 0.1 degrees of latitude are 11.1 km.
  const reason = /^The vehicle was not there that day: it came no nearer to the vendor than 11\.1\skm/;
  const { page, problems } = await running.openSignedIn('/expenses');
  await tableRow(page, 'Parking').getByRole('img', { name: reason }).waitFor();
  await page.getByRole('combobox', { name: 'Check against the device' }).click();
  await page.getByRole('option', { name: 'Vehicle was elsewhere' }).click();
  await tableRow(page, 'Cleaning').waitFor({ state: 'detached' });
  await tableRow(page, 'Parking').click();
  await page.getByRole('dialog').getByRole('alert').getByText(reason).waitFor();
  await page.goto(`${running.server.address}/expenses/approval?doubt=place`);
  await tableRow(page, 'Parking').getByRole('img', { name: reason }).waitFor();
  expect(problems).toEqual([]);
});

test('a budget shows its remainder and its excess, and its figures open the expenses behind them', async () => {
  const { vehicle } = await caller.ask('save-vehicle', { registration: 'SBX 400', type: 'van' });
  const { today } = await caller.ask('get-expense-choices', {});
  const spend = (amount: number) =>
    caller.ask('save-expense', { kind: 'fine', vehicleId: vehicle.id, amount, day: today, submit: true });
  await spend(30_000);

  const { page, problems } = await running.openSignedIn('/expenses');
  await page.getByRole('link', { name: 'Totals and budgets' }).click();
  await page.getByRole('button', { name: 'Add budget' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Amount per month').pressSequentially('500');
  await form.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Fine' }).click();
  await form.getByRole('combobox', { name: 'Vehicle' }).fill('SBX 400');
  await page.getByRole('option', { name: 'SBX 400' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Fine · SBX 400 was saved.').waitFor();
  const budgets = page.getByRole('table', { name: 'Budgets' }).getByRole('row', { name: 'Fine · SBX 400' });
  await budgets.getByText('200.00', { exact: false }).waitFor();
  await spend(25_000);
  await page.reload();
  await budgets.getByText(/50\.00\S* over$/).waitFor();
  await budgets.getByRole('link', { name: /550\.00/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Expenses' }).waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Vehicle' }).inputValue()).toBe('SBX 400');
  await page.getByText('1–2 of 2').waitFor();
  expect(problems).toEqual([]);
});

test('a monthly lease shows its next days, and can be paused', async () => {
  const { page, problems } = await running.openSignedIn('/expenses/recurring');
  await page.getByRole('button', { name: 'Add recurring expense' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Amount').pressSequentially('21500');
  await form.getByRole('combobox', { name: 'Vehicle' }).fill('SBX 200');
  await page.getByRole('option', { name: 'SBX 200' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Lease or loan · SBX 200 was saved.').waitFor();
  await tableRow(page, 'Lease or loan').click();
  await form.getByText(/^Due on (?:\S+ ){3}/).waitFor();
  await form.getByRole('button', { name: 'Pause' }).click();
  await tableRow(page, 'Lease or loan').getByText('Paused').waitFor();
  expect(problems).toEqual([]);
});
