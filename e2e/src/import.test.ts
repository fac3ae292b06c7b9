import { writeXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';

const running = useRunning();
let caller: Caller;

beforeAll(async () => {
  caller = await signInByCall(running.server);
});

const choose = (page: Page, name: string, text: string | Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const cells = (...lines: string[]) => lines.map((line) => line.split(';'));
const workbook = async () => {
  return Buffer.from(
    await writeXlsx({
      sheets: [
        { name: 'Vendors', rows: cells('Company;Phone;E-mail', 'Sheet Aral;1;a@x.org', 'Sheet Bo;2;b@x.org') },
        { name: 'Workshops of the whole north', rows: cells('Company;Address', 'Sheet Meier;Weg 1') },
      ],
    }),
  );
};

const FLEET = [
  'Kennzeichen;Marke;Fuhrpark;Fahrer;Typ',
  'IMP 1;MAN;Nord;Ute Weiß;LKW',
  'IMP 2;Ford;Nord;;Transporter',
  'IMP 1;Ford;Süd;;Transporter',
  'IMP 4;Ford;Süd;;Raumschiff',
].join('\r\n');

describe('an import of vehicles', () => {
  test('is tried, run, listed and undone on its screen', async () => {
    const { page, problems } = await running.openSignedIn('/vehicle-info');
    await page.getByRole('link', { name: 'Import' }).first().click();
    await page.waitForURL('**/vehicle-info/import');
    await choose(page, 'fuhrpark.csv', Buffer.from(FLEET, 'latin1'));
    await page.waitForURL(/import=\d+/);
    expect(await page.getByRole('combobox', { name: 'What Kennzeichen holds' }).inputValue()).toBe('Registration');
    expect(await page.getByRole('combobox', { name: 'What Fahrer holds' }).inputValue()).toBe('Usual driver');

    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('New: 3 · Faulty: 1').waitFor();
    await page.getByText('New drivers: 1').waitFor();
    const faults = page.getByRole('region', { name: 'Faulty lines' });
    await faults.getByRole('row', { name: '4 IMP 1 Registration: This is the same as line 2.' }).waitFor();
    const leftOut = page.getByRole('region', { name: 'Cells that are left out' });
    await leftOut.getByRole('row', { name: /^5 IMP 4 Type: “Raumschiff” is not known here/ }).waitFor();
    await page.getByRole('combobox', { name: 'Type: “Raumschiff” (lines: 1)' }).click();
    await page.getByRole('option', { name: 'bus', exact: true }).click();
    await leftOut.waitFor({ state: 'detached' });
    await page.getByText('New: 3 · Faulty: 1').waitFor();

    await page.getByRole('button', { name: 'Import 3 valid lines' }).click();
    await page.getByText('Created: 3 · Faulty: 1').waitFor();
    // The address contains the state of the import.
    await page.reload();
    await page.getByText('Created: 3 · Faulty: 1').waitFor();
    const { rows } = await caller.ask('get-vehicle-list', { search: 'IMP' });
    expect(
      rows.map(({ registration, type, groupName, driverName }) => [registration, type, groupName, driverName]),
    ).toEqual([
      ['IMP 1', 'truck', 'Nord', 'Ute Weiß'],
      ['IMP 2', 'van', 'Nord', null],
      ['IMP 4', 'bus', 'Süd', null],
    ]);

    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('Undone: 3 · Faulty: 1').waitFor();
    expect((await caller.ask('get-vehicle-list', { search: 'IMP' })).total).toBe(0);
    await page.getByRole('link', { name: 'All imports' }).click();
    await tableRow(page, 'fuhrpark.csv').filter({ hasText: 'Undone' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('of days that can be read in two orders asks in which, before anything comes of it', async () => {
    const { page, problems } = await running.openSignedIn('/driver-info/import');
    await choose(page, 'people.csv', 'Name,Hired\nTwo Days,03/04/2026\nTwo More,05/06/2026\n');
    await page.getByText('“03/04/2026” in “Hired” can be 3 Apr 2026 or 4 Mar 2026').waitFor();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('New: 2').waitFor();
    const run = page.getByRole('button', { name: 'Import 2' });
    expect(await run.isDisabled()).toBe(true);
    await page.getByText('Choose the date format before you import.').waitFor();
    await page.getByRole('button', { name: 'Month first: 4 Mar 2026' }).click();
    await page.getByText('Day first or month first?').waitFor({ state: 'hidden' });
    await run.click();
    await page.getByText('Created: 2').waitFor();
    const { rows } = await caller.ask('get-driver-list', { search: 'Two' });
    expect(rows.map(({ name, hiredOn }) => [name, hiredOn])).toEqual([
      ['Two Days', '2026-03-04'],
      ['Two More', '2026-05-06'],
    ]);
    expect(problems).toEqual([]);
  });

  test('of a workbook takes another sheet, on a wide screen and on a phone', async () => {
    for (const phone of [false, true]) {
      const { page, problems } = await running.openSignedIn('/apps/contacts/import', { phone });
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'book.xlsx', mimeType: '', buffer: await workbook() });
      const sheet = page.getByRole('combobox', { name: 'Sheet of the workbook' });
      await sheet.waitFor();
      expect(await sheet.inputValue()).toBe('Vendors (lines: 2)');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('New: 2').waitFor();
      await sheet.click();
      await page.getByRole('option', { name: 'Workshops of the whole north (lines: 1)' }).click();
      // The trial was for the other sheet.
      await page.getByRole('combobox', { name: 'What Address holds' }).waitFor();
      await page.getByText('New: 2').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('New: 1').waitFor();
      await page.getByRole('button', { name: 'Discard this file' }).click();
      await page.waitForURL((url) => url.search === '');
      expect(problems).toEqual([]);
    }
  });

  test('of an unreadable file shows the reason, and accepts another one', async () => {
    const { page } = await running.openSignedIn('/vehicle-info/import');
    await choose(page, 'old.csv', 'Plate,Make\n"IMP 9,Ford\n');
    await page.getByText('A quotation mark in this file is never closed.').waitFor();
    await choose(page, 'new.csv', 'Plate,Make\nIMP 9,Ford\n');
    await page.waitForURL(/import=\d+/);
    await page.getByRole('button', { name: 'Discard this file' }).click();
    await page.waitForURL((url) => url.search === '');
  });
});
