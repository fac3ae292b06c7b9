import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { newImei } from './harness/fleet.ts';
import { useRunning } from './harness/running.ts';
import { tableRow } from './harness/table.ts';

const running = useRunning();
let caller: Caller;
let vehicleId: number;

const HOUR = 3_600_000;
/** Noon three days ago in Montevideo, UTC−3. */
const noon = Math.floor((Date.now() - 3 * HOUR) / (24 * HOUR)) * 24 * HOUR + 3 * HOUR - 60 * HOUR;
const at = (hours: number) => new Date(noon + hours * HOUR).toISOString();

/** A trip of three days ago, and an unknown tag, reported a minute ago. */
beforeAll(async () => {
  caller = await signInByCall(running.server);
  vehicleId = (await caller.ask('save-vehicle', { registration: 'SBD 4120', type: 'van' })).vehicle.id;
  await inDatabase(
    running.server,
    `WITH d AS (INSERT INTO devices (organisation_id, identity) VALUES (1, $2) RETURNING id)
     INSERT INTO installations (device_id, vehicle_id, installed_at) SELECT id, $1, now() - interval '9 days' FROM d`,
    [vehicleId, newImei()],
  );
  const common = 'installation_id, vehicle_id, key, confirmed_at, started_at, ended_at, duration_s';
  await inDatabase(
    running.server,
    `INSERT INTO trips (${common}, start_lat, start_lon, end_lat, end_lon, start_reason, distance_m, idle_s,
       average_kph, max_kph, overspeeds, holes, bridged_m, legs, notes)
     SELECT i.id, $1, 'test', $2, $2, $3, 3600, -34.9, -56.2, -34.88, -56.15, 'ignition', 41200, 0, 41, 70, 0, 0, 0,
            '{}', '[]' FROM installations i WHERE i.vehicle_id = $1`,
    [vehicleId, at(0), at(1)],
  );
  await inDatabase(
    running.server,
    `INSERT INTO tag_spans (${common}, tag, last_at)
     SELECT i.id, $1, 'test', now(), now() - interval '1 minute', NULL, 60, '7E57A6', now()
     FROM installations i WHERE i.vehicle_id = $1`,
    [vehicleId],
  );
});

describe('drivers', () => {
  test('are added with licence and a reported tag, found by it, deleted and restored', async () => {
    const { page, problems } = await running.openSignedIn('/driver-info');
    await page.getByRole('button', { name: 'Add driver' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ana Silva');
    await form.getByLabel('Phone', { exact: true }).fill('+598 99 123 456');
    await form.getByLabel('Licence number').fill('UY 4711');
    await form.getByText('7E57A6').waitFor();
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ana Silva was saved.').waitFor();
    // Shown as the current driver immediately, since the vehicle reported the tag.
    await tableRow(page, 'Ana Silva').filter({ hasText: 'SBD 4120' }).filter({ hasText: 'by tag' }).waitFor();
    await page.getByRole('searchbox').fill('7e57');
    await page.waitForURL(/search=7e57/);
    await tableRow(page, 'Ana Silva').click();
    await page.getByRole('heading', { name: 'Ana Silva' }).waitFor();
    await page.getByText('UY 4711').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await form.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('Ana Silva was deleted.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.goto(`${running.server.address}/driver-info`);
    await tableRow(page, 'Ana Silva').waitFor();
    expect(problems).toEqual([]);
  });

  test('with an expired licence is assigned only with a reason, which the form requests before saving', async () => {
    const { driver } = await caller.ask('save-driver', { name: 'Leo Paz', licenceExpiresOn: '2026-01-31' });
    const van = (await caller.ask('save-vehicle', { registration: 'SBL 7001', type: 'van' })).vehicle.id;
    const { page } = await running.openSignedIn(`/driver-info/${driver.id}?tab=assignments`);
    await page.getByRole('button', { name: 'Assign', exact: true }).first().click();
    const form = page.getByRole('dialog');
    const warning = form.getByRole('status').filter({ hasText: 'Not available at this time' });
    await warning.getByText(/^The licence of Leo Paz expired on 31 Jan 2026\.$/).waitFor();
    await form.getByLabel('Vehicle').fill('SBL');
    await page.getByRole('option', { name: 'SBL 7001' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Choose another one, or enter the reason for using it anyway.').waitFor();
    await warning.getByLabel('Reason for using it anyway').fill('Renewal is under way');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'hidden' });
    const { rows } = await caller.ask('get-assignment-list', { driverId: driver.id });
    expect(rows).toMatchObject([{ vehicleId: van, override: { reason: 'Renewal is under way' } }]);
  });

  test('one act dismisses a driver and hands the vehicle to the successor', async () => {
    const add = async (name: string) => (await caller.ask('save-driver', { name })).driver.id;
    const [ida, tom] = [await add('Ida Vega'), await add('Tom Sosa')];
    const registration = 'SBK 6602';
    await caller.ask('save-vehicle', { registration, type: 'van', driverId: ida });
    const { page, problems } = await running.openSignedIn(`/driver-info/${ida}`);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dismiss Ida Vega' });
    await dialog.getByText('Vehicles with this usual driver: 1').waitFor();
    await dialog.getByRole('combobox', { name: 'Successor' }).fill('Tom');
    await page.getByRole('option', { name: 'Tom Sosa' }).click();
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Ida Vega is dismissed.').waitFor();
    await page.getByText('No vehicle now').waitFor();
    const { rows } = await caller.ask('get-vehicle-list', { search: registration });
    expect(rows).toMatchObject([{ driverId: tom }]);
    expect(problems).toEqual([]);
  });

  test('a correction of an assignment of the past changes who drove its trips', async () => {
    const add = async (name: string) => (await caller.ask('save-driver', { name })).driver.id;
    const [ben, eva] = [await add('Ben Costa'), await add('Eva Ruiz')];
    await caller.ask('save-assignment', { driverId: ben, vehicleId, from: at(-2), to: at(5) });
    const { page, problems } = await running.openSignedIn(`/vehicle-info/${vehicleId}?tab=trips`);
    await tableRow(page, 'Ben Costa (by assignment)').waitFor();

    // Tabs without room are behind a button.
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Drivers' }).click();
    await tableRow(page, 'Ben Costa').click();
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: 'Driver' }).fill('Eva');
    await page.getByRole('option', { name: 'Eva Ruiz' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Eva Ruiz · SBD 4120 was saved.').waitFor();
    await page.getByRole('tab', { name: 'Trips' }).click();
    await tableRow(page, 'Eva Ruiz (by assignment)').waitFor();
    expect(await page.getByText('Ben Costa').count()).toBe(0);

    // An overlapping assignment of a second driver is rejected, with the name of the first.
    const answer = await caller.call('save-assignment', { driverId: ben, vehicleId, from: at(4), to: at(6) });
    expect(answer).toMatchObject({ status: 409, code: 'assigned-vehicle', params: { name: 'Eva Ruiz' } });
    expect(problems).toEqual([]);
    expect((await caller.ask('get-driver-trips', { driverId: eva, from: at(-5), to: at(5) })).total).toBe(1);
  });
});
