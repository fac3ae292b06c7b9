import { expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { dayFromToday as day } from './harness/day.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';

const running = useRunning();
test('a document is added, found, and renewed with its chain', async () => {
  const caller = await signInByCall(running.server);
  const plate = `SBD ${String(Date.now()).slice(-4)}`;
  const { vehicle } = await caller.ask('save-vehicle', { registration: plate, type: 'truck' });
  const { document: first } = await caller.ask('save-document', {
    kind: 'permit',
    holder: 'vehicle',
    vehicleId: vehicle.id,
    number: 'DNT-1',
    validFrom: day(-360),
    validUntil: day(5),
    cost: 125_050,
  });
  const { page, problems } = await running.openSignedIn(`/vehicle-info/${vehicle.id}`);

  // The document is among the due items of the vehicle's page, and in its tab.
  const due = page.getByRole('region', { name: 'Due' });
  await due.getByRole('link', { name: new RegExp(`Permit ${plate}.*in 5 days`) }).waitFor();
  await page.getByRole('tab', { name: 'Documents' }).click();
  await page.getByRole('link', { name: 'Add document' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Number' }).fill('P-77');
  await form.getByRole('textbox', { name: 'Issuer' }).fill('National Insurance');
  await form.getByRole('textbox', { name: 'Cost' }).fill('1250.5');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`Insurance · ${plate} was saved.`).waitFor();
  await tableRow(page, 'Insurance').filter({ hasText: 'P-77' }).waitFor();

  // The palette finds the document by its number, and shows its kind as text.
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog', { name: 'Find' }).getByRole('textbox').fill('dnt-1');
  await page.getByRole('button', { name: new RegExp(`${plate}.*Permit`, 's') }).click();
  await page.waitForURL(new RegExp(`documents\\?open=${first.id}$`));

  await form.getByRole('link', { name: 'Renew' }).click();
  const renewal = page.getByRole('dialog', { name: `Renewal: Permit · ${plate}` });
  await renewal.getByRole('textbox', { name: 'Number' }).fill('DNT-2');
  const scan = { name: 'dnt-2.txt', mimeType: 'text/plain', buffer: Buffer.from('DNT-2') };
  await renewal.locator('input[type=file]').first().setInputFiles([scan]);
  await renewal.getByText('dnt-2.txt').first().waitFor();
  await renewal.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`Permit · ${plate} was saved.`).waitFor();
  const { rows } = await caller.ask('get-document-list', { search: 'dnt-2' });
  expect(rows).toMatchObject([
    { renewsId: first.id, validFrom: day(6), validUntil: day(371), cost: 125_050, state: 'valid' },
  ]);
  const next = rows[0]?.id ?? 0;
  await page.goto(`${running.server.address}/media/documents?open=${next}`);
  const chain = page.getByRole('region', { name: 'Renewals' });
  await chain.getByText('DNT-1').waitFor();
  await chain.getByRole('link').click();
  await page.getByRole('dialog').getByText('Renewed', { exact: true }).waitFor();
  expect((await caller.ask('get-due-list', {})).total).toBe(0);
  expect(problems).toEqual([]);
});
