import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { dayFromToday as day } from './harness/day.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';

const running = useRunning();
test('a plan is sold and billed, the invoice is paid, and saved as a PDF', async () => {
  const caller = await signInByCall(running.server);
  const { organisation } = await caller.ask('save-organisation', { name: 'Rambla Buses', parentId: 1 });
  const { page, problems } = await running.openSignedIn('/admin/plans');
  const form = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add plan' }).first().click();
  await form.getByRole('textbox', { name: 'Plan' }).fill('Fleet');
  await form.getByRole('textbox', { name: 'Price per vehicle' }).fill('249.90');
  await form.getByRole('button', { name: 'Save' }).click();
  await tableRow(page, 'Fleet').filter({ hasText: '₹249.90' }).waitFor();

  await page.getByRole('tab', { name: 'Subscriptions' }).click();
  await page.getByRole('button', { name: 'Add subscription' }).first().click();
  await form.getByRole('combobox', { name: 'Customer' }).click();
  await page.getByRole('option', { name: 'Rambla Buses' }).click();
  await form.getByRole('combobox', { name: 'Plan' }).click();
  await page.getByRole('option', { name: 'Fleet' }).click();
  await form.getByRole('textbox', { name: 'Number of vehicles' }).fill('3');
  await form.getByRole('button', { name: 'Save' }).click();
  await tableRow(page, 'Rambla Buses').filter({ hasText: 'Expiring soon' }).filter({ hasText: '0 of 3' }).click();

  await form.getByRole('link', { name: 'Issue invoice' }).click();
  const invoice = page.getByRole('dialog', { name: 'New invoice for Rambla Buses' });
  await invoice.getByRole('textbox', { name: 'Tax' }).fill('18');
  // 3 × 249.90 = 749.70; 18% of it is 134.946.
  await invoice.getByText('₹749.70 + ₹134.95 tax = ₹884.65').waitFor();
  await invoice.getByRole('textbox', { name: 'From' }).fill('GSTIN 27AAAPL1234C1ZV');
  await invoice.getByRole('button', { name: 'Issue invoice' }).click();

  const issued = page.getByRole('dialog', { name: 'Invoice 1' });
  await issued.getByText('Open', { exact: true }).waitFor();
  const downloading = page.waitForEvent('download');
  await issued.getByRole('button', { name: 'PDF' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('invoice-1.pdf');
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await issued.getByRole('textbox', { name: 'Reference' }).fill('UPI 77');
  await issued.getByRole('button', { name: 'Record payment' }).click();
  await issued.getByText('Paid', { exact: true }).first().waitFor();
  await issued.getByRole('cell', { name: 'UPI 77' }).waitFor();
  const { rows } = await caller.ask('get-invoice-list', {});
  expect(rows).toMatchObject([
    { number: 1, organisationId: organisation.id, total: 88_465, paid: 88_465, state: 'paid' },
  ]);

  // One of the three vehicles is credited: 249.90 and 18% of it, 44.98, were overpaid and are refunded.
  await issued.getByRole('button', { name: 'Credit note' }).click();
  const credit = page.getByRole('dialog', { name: 'Credit note for invoice 1' });
  await credit.getByRole('textbox', { name: 'Reason' }).fill('One bus less');
  await credit.getByRole('textbox', { name: 'Quantity' }).fill('1');
  await credit.getByText('₹249.90 + ₹44.98 tax = ₹294.88').waitFor();
  await credit.getByRole('button', { name: 'Issue credit note' }).click();
  const note = issued.getByRole('row', { name: 'Credit note 1' });
  await note.getByText('One bus less').waitFor();
  await issued.getByText('To be repaid: ₹294.88').waitFor();
  const credited = page.waitForEvent('download');
  await note.getByRole('button', { name: 'PDF of credit note 1' }).click();
  const paper = await credited;
  expect(paper.suggestedFilename()).toBe('credit-note-1.pdf');
  expect((await readFile(await paper.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await issued.getByRole('button', { name: 'Record refund' }).click();
  await issued.getByRole('cell', { name: '-₹294.88' }).waitFor();
  expect((await caller.ask('get-invoice-list', {})).rows).toMatchObject([
    { total: 88_465, credited: 29_488, paid: 58_977, state: 'paid' },
  ]);
  expect(problems).toEqual([]);
});

test('a vehicle with an expired subscription is shown as expired in the list and on its page', async () => {
  const caller = await signInByCall(running.server);
  const plate = `EXP ${String(Date.now()).slice(-4)}`;
  const { vehicle } = await caller.ask('save-vehicle', { registration: plate, type: 'truck' });
  const { plan } = await caller.ask('save-plan', { name: 'Short', price: 100, months: 1 });
  await caller.ask('save-subscription', {
    organisationId: 1,
    planId: plan.id,
    allVehicles: false,
    vehicleIds: [vehicle.id],
    fromDay: day(-40),
    untilDay: day(-10),
  });
  const { page, problems } = await running.openSignedIn(`/vehicle-info/${vehicle.id}`);
  await page.getByText('Expired', { exact: true }).first().waitFor();
  await page.goto(`${running.server.address}/track-vehicle?status=expired`);
  await page.getByText(plate).first().waitFor();
  await page.goto(`${running.server.address}/admin/payments`);
  await page.getByText('Short', { exact: true }).waitFor();
  expect(await caller.ask('get-payment-data', {})).toMatchObject({ expired: 1 });
  expect(problems).toEqual([]);
});
