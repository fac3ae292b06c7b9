import { readFile } from 'node:fs/promises';
import { EXPENSE_KINDS } from '@milepost/contract/expense-kinds';
import { importSpec, type ImportKind } from '@milepost/contract/import-kinds';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';

const running = useRunning();
let caller: Caller;

beforeAll(async () => {
  caller = await signInByCall(running.server);
});

const choose = (page: Page, name: string, text: string | Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

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
    await page.getByText('New: 2 · Faulty: 2').waitFor();
    await page.getByText('New drivers: 1').waitFor();
    const faults = page.getByRole('region', { name: 'Faulty lines' });
    await faults.getByRole('row', { name: '4 IMP 1 Registration: Line 2 says the same.' }).waitFor();
    await faults.getByRole('row', { name: /^5 IMP 4 Type: “Raumschiff” is not known here/ }).waitFor();

    await page.getByRole('button', { name: 'Import the 2 good lines' }).click();
    await page.getByText('Created: 2 · Faulty: 2').waitFor();
    // What it shows is in the address.
    await page.reload();
    await page.getByText('Created: 2 · Faulty: 2').waitFor();
    const { rows } = await caller.ask('get-vehicle-list', { search: 'IMP' });
    expect(
      rows.map(({ registration, type, groupName, driverName }) => [registration, type, groupName, driverName]),
    ).toEqual([
      ['IMP 1', 'truck', 'Nord', 'Ute Weiß'],
      ['IMP 2', 'van', 'Nord', null],
    ]);

    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('Undone: 2 · Faulty: 2').waitFor();
    expect((await caller.ask('get-vehicle-list', { search: 'IMP' })).total).toBe(0);
    await page.getByRole('link', { name: 'All imports' }).click();
    await tableRow(page, 'fuhrpark.csv').filter({ hasText: 'Undone' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('whose file cannot be read says why, and takes another one', async () => {
    const { page } = await running.openSignedIn('/vehicle-info/import');
    await choose(page, 'old.csv', 'Plate,Make\n"IMP 9,Ford\n');
    await page.getByText('A quotation mark in this file is never closed.').waitFor();
    await choose(page, 'new.csv', 'Plate,Make\nIMP 9,Ford\n');
    await page.waitForURL(/import=\d+/);
    await page.getByRole('button', { name: 'Discard this file' }).click();
    await page.waitForURL((url) => url.search === '');
  });
});

/** Exports a list of the screens, in whatever language, sends the file to its import, and tries it. */
async function roundTrip(list: string, kind: ImportKind, format: string) {
  const { page } = await running.openSignedIn(list);
  await page.locator('button[aria-haspopup="menu"]:has(svg.tabler-icon-file-download)').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem').filter({ hasText: format }).click(),
  ]);
  const buffer = await readFile(await download.path());
  await page.goto(`${running.server.address}/${importSpec(kind).path}`);
  await page.locator('input[type=file]').setInputFiles({ name: download.suggestedFilename(), mimeType: '', buffer });
  await page.waitForURL(/import=\d+/);
  const id = Number(new URL(page.url()).searchParams.get('import'));
  const { import: opened } = await caller.ask('get-import', { id });
  const columns = opened.columns.map(({ field, days }) => ({ field, days }));
  const { import: tried } = await caller.ask('check-import', { id, columns, mode: 'update', create: false });
  return { counts: tried.counts, fields: columns.map(({ field }) => field) };
}

const speak = (spoken: string) =>
  inDatabase(running.server, `UPDATE users SET language = '${spoken}' WHERE username = 'admin'`);

async function inLanguage<Result>(language: string, work: () => Promise<Result>): Promise<Result> {
  await speak(language);
  try {
    return await work();
  } finally {
    await speak('en');
  }
}

describe('the list of vehicles', () => {
  test.each([
    ['en', 'CSV'],
    ['hi', 'CSV'],
    ['ar', 'XLSX'],
  ])('exported in %s as %s imports again unchanged', async (language, format) => {
    const { group } = await caller.ask('save-group', { name: `Nord ${language}` });
    const { driver } = await caller.ask('name-driver', { name: `=Ute, "${language}"` });
    const { device } = await caller.ask('save-device', {
      identity: `35800000000${language === 'en' ? 1 : language === 'hi' ? 2 : 3}000`,
    });
    const own = async (name: string, type: 'number' | 'yes-no', unit?: string) =>
      (await caller.ask('save-own-field', { kind: 'vehicle', name: `${name} ${language}`, type, unit })).field.id;
    const [axles, adr] = [await own('Axle load', 'number', 't'), await own('ADR', 'yes-no')];
    for (const type of ['truck', 'motorcycle', 'other'] as const) {
      await caller.ask('save-vehicle', {
        registration: `${language} ${type}`,
        type,
        make: 'MAN; =1+1',
        model: '-5',
        chassisNumber: '00123',
        engineNumber: 'E-1',
        ...(type === 'truck' && {
          year: 2021,
          colour: 'Red',
          fuelKind: 'diesel' as const,
          tankL: 400.5,
          loadKg: 12_000,
          loadM3: 40.25,
          tags: ['cold', 'night'],
          ownership: 'leased' as const,
          owner: 'Lease, AG',
          leaseUntil: '2027-12-31',
          own: [
            { id: axles, value: 2.5 },
            { id: adr, value: true },
          ],
        }),
        groupId: group.id,
        driverId: driver.id,
        ...(type === 'truck' && { deviceId: device.id }),
      });
    }
    const { total } = await caller.ask('get-vehicle-list', {});
    const { rows } = await caller.ask('get-vehicle-list', { search: `${language} truck` });
    const reading = { vehicleId: rows[0]?.id ?? 0, at: '2026-01-05T10:00:00Z' };
    await caller.ask('add-meter-reading', { ...reading, meter: 'odometer', value: 123_456_789 });
    await caller.ask('add-meter-reading', { ...reading, meter: 'engine-hours', value: 4_000_000 });
    const { counts, fields } = await inLanguage(language, () => roundTrip('/vehicle-info', 'vehicle', format));
    expect(counts).toEqual({ same: total });
    // Of the other columns none is taken for one of these.
    expect(fields.filter((field) => field !== null && !field.startsWith('own:'))).toEqual([
      'registration',
      'type',
      'make',
      'model',
      'chassisNumber',
      'engineNumber',
      'year',
      'colour',
      'fuelKind',
      'tankL',
      'ratedLPer100Km',
      'idleLPerH',
      'loadKg',
      'loadM3',
      'loadCrates',
      'homePlace',
      'tags',
      'ownership',
      'owner',
      'leaseUntil',
      'group',
      'driver',
      'device',
      'status',
      'odometer',
      'engineHours',
    ]);
    expect(fields).toEqual(expect.arrayContaining([`own:${axles}`, `own:${adr}`]));
  });
});

describe('the list of drivers', () => {
  test.each([
    ['en', 'XLSX'],
    ['hi', 'CSV'],
    ['ar', 'CSV'],
  ])('exported in %s as %s imports again unchanged', async (language, format) => {
    const { group } = await caller.ask('save-group', { name: `Ost ${language}` });
    const full = {
      number: `00${language}`,
      phone: '+49 30 1234',
      email: 'ana@example.org',
      licenceNumber: 'L-1',
      licenceClasses: ['B', 'C1'],
      groupIds: [group.id],
      hiredOn: '2020-01-05',
      leftOn: '2030-02-01',
      emergencyName: 'Ben',
      emergencyPhone: '112',
      note: 'Speaks = and, commas',
    };
    await caller.ask('save-driver', { name: `Ana ${language}`, ...full });
    await caller.ask('save-driver', { name: `Bo ${language}` });
    const { rows } = await caller.ask('get-driver-list', { pageSize: 500 });
    const { counts, fields } = await inLanguage(language, () => roundTrip('/driver-info', 'driver', format));
    expect(counts).toEqual({ same: rows.length });
    const imported = [
      'name',
      'number',
      'phone',
      'email',
      'licenceNumber',
      'licenceClasses',
      'groups',
      'hiredOn',
      'leftOn',
    ];
    expect(fields.filter((field) => field !== null)).toEqual([...imported, 'emergencyName', 'emergencyPhone', 'note']);
  });
});

describe('the list of contacts', () => {
  test.each([
    ['en', 'CSV'],
    ['hi', 'XLSX'],
    ['ar', 'CSV'],
  ])('exported in %s as %s imports again unchanged', async (language, format) => {
    await caller.ask('save-contact', {
      kind: 'workshop',
      name: `=Aral "${language}"`,
      phones: ['+49 30 1', '-5'],
      emails: ['a@example.org', 'b@example.org'],
      address: 'Weg 1\n10115 Berlin',
      place: { lat: -52.5200066, lon: 13.404954 },
      note: 'Open = daily, to eight',
    });
    for (const kind of ['vendor', 'customer', 'emergency'] as const) {
      await caller.ask('save-contact', { kind, name: `${kind} ${language}` });
    }
    const { total } = await caller.ask('get-contact-list', {});
    const { counts, fields } = await inLanguage(language, () => roundTrip('/apps/contacts', 'contact', format));
    expect(counts).toEqual({ same: total });
    expect(fields).toEqual(['name', 'kind', 'phones', 'emails', 'address', 'place', 'note']);
  });
});

describe('the list of expenses', () => {
  test.each([
    ['en', 'CSV'],
    ['hi', 'XLSX'],
    ['ar', 'CSV'],
  ])('exported in %s as %s imports again unchanged', async (language, format) => {
    const { driver } = await caller.ask('name-driver', { name: `Eva ${language}` });
    const { vendor } = await caller.ask('name-vendor', { name: `Pump, ${language}` });
    const { vehicle } = await caller.ask('save-vehicle', { registration: `EXP ${language}` });
    const { field } = await caller.ask('save-own-field', { kind: 'expense', name: `Trip ${language}`, type: 'number' });
    const day = '2026-01-05';
    const { expense: full } = await caller.ask('save-expense', {
      kind: 'fuel',
      vehicleId: vehicle.id,
      driverId: driver.id,
      vendorId: vendor.id,
      amount: 123_456,
      tax: 9,
      billNumber: `=B-${language}`,
      day,
      odometerM: 120_500_400,
      quantity: 50.25,
      fullTank: true,
      note: 'two\nlines',
      submit: true,
      own: [{ id: field.id, value: 7.5 }],
    });
    await caller.ask('decide-expenses', {
      ids: [full.id],
      versions: [full.version],
      decision: 'approve',
      reason: null,
    });
    for (const kind of EXPENSE_KINDS.filter((one) => one !== 'fuel')) {
      await caller.ask('save-expense', { kind, vehicleId: vehicle.id, amount: 100_000, day });
    }
    const { total } = await caller.ask('get-expense-list', {});
    const { counts, fields } = await inLanguage(language, () => roundTrip('/expenses', 'expense', format));
    expect(counts).toEqual({ same: total });
    expect(fields.filter((one) => one !== null && !one.startsWith('own:'))).toEqual([
      'day',
      'kind',
      'vehicle',
      'driver',
      'vendor',
      'billNumber',
      'amount',
      'tax',
      'currency',
      'quantity',
      'fullTank',
      'odometer',
      'note',
    ]);
    expect(fields).toContain(`own:${field.id}`);
  });
});
