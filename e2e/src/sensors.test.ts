import { expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { inDatabase } from './harness/database.ts';
import { newImei } from './harness/fleet.ts';
import { useRunning } from './harness/running.ts';

const running = useRunning();

/** A truck whose device has just reported 2.75 V at its fuel sensor. */
async function addTruck(registration: string): Promise<number> {
  const { server } = running;
  const caller = await signInByCall(server);
  const { vehicle } = await caller.ask('save-vehicle', { registration, type: 'truck' });
  await inDatabase(
    server,
    `WITH d AS (INSERT INTO devices (organisation_id, identity) VALUES (1, $2) RETURNING id),
          i AS (INSERT INTO installations (device_id, vehicle_id, installed_at)
                SELECT id, $1::int, now() - interval '9 days' FROM d)
     INSERT INTO device_states (device_id, heard_at, fix_time, received_at, lat, lon, speed_dkph, course_deg, flags, power_mv, attributes, tracking)
     SELECT id, now(), now(), now(), -349000000, -562000000, 0, 0, 7, 27400,
            '{"analog1V": 2.75, "temperature1C": 4.5, "input2": true}', '{}' FROM d`,
    [vehicle.id, newImei()],
  );
  await inDatabase(
    server,
    `INSERT INTO positions (device_id, fix_time, received_at, lat, lon, speed_dkph, course_deg, flags, report_hash, attributes)
     SELECT s.device_id, date_trunc('milliseconds', s.fix_time) - ago * interval '1 s', now(), -349000000, -562000000, 0, 0, 7, ago,
            jsonb_build_object('temperature1C', told)
     FROM installations i JOIN device_states s ON s.device_id = i.device_id,
          unnest('{100,60,30,0}'::int[], '{5.5,14.5,6.5,4.5}'::float8[]) AS one(ago, told)
     WHERE i.vehicle_id = $1`,
    [vehicle.id],
  );
  return vehicle.id;
}

test('volts become litres: a sensor is made of an attribute, tried on the last message, and shows its value', async () => {
  const registration = `SEN ${newImei().slice(-6)}`;
  const id = await addTruck(registration);
  const { page, problems } = await running.openSignedIn(`/vehicle-info/${id}?tab=sensors`);
  await page.getByText('No sensors yet').waitFor();
  await page.getByRole('row').filter({ hasText: 'analog1V' }).getByRole('button').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Main tank');
  await drawer.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Fuel level' }).click();
  await drawer.getByRole('button', { name: 'Add table' }).click();
  await drawer.getByLabel('Raw value of row 1').fill('0.5');
  await drawer.getByLabel('Value of row 2', { exact: true }).fill('200');
  await drawer.getByRole('button', { name: 'Add row' }).click();
  await drawer.getByLabel('Raw value of row 3').fill('2');
  await drawer.getByLabel('Value of row 3', { exact: true }).fill('400');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('The raw value must be above that of the previous row.').waitFor();
  await drawer.getByLabel('Raw value of row 3').fill('4.5');
  // The newest message is at the second point of the table.
  await drawer.getByText('200 L').waitFor();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('list', { name: 'Sensors' }).getByText('200 L').waitFor();

  await page.getByRole('button', { name: 'Add sensor' }).click();
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Cold room');
  await drawer.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Temperature' }).click();
  await drawer.getByText('Expression', { exact: true }).click();
  await drawer.getByRole('textbox', { name: 'Expression' }).fill('temperature1C -');
  await drawer.getByText('The expression cannot be read at character 16.').waitFor();
  await drawer.getByRole('textbox', { name: 'Expression' }).fill('temperature1C - 1');
  await drawer.getByText('3.5 °C').first().waitFor();
  await drawer.getByLabel('Smoothing').fill('120');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('list', { name: 'Sensors' }).getByText('5 °C').waitFor();

  // Minus 1 it read 4.5, 13.5, 5.5 and 3.5 in the two minutes: halfway between the two middle values is 5.
  await page.getByRole('list', { name: 'Sensors' }).getByText('Cold room').click();
  const chart = drawer.getByRole('img', { name: 'Values of the last two hours' });
  await chart.waitFor();
  expect(await chart.locator('polyline').count()).toBe(2);
  await drawer.getByText('5 °C').first().waitFor();
  expect(await drawer.getByLabel('Smoothing').inputValue()).toBe('120 s');
  await drawer.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Create profile' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Like this one');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('region', { name: 'Like this one' }).getByText('Cold room').waitFor();

  await page.getByRole('button', { name: 'Add profile' }).first().click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Reefers');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const card = page.getByRole('region', { name: 'Reefers' });
  await card.getByRole('button', { name: 'Add sensor' }).click();
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Back door');
  await drawer.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Door' }).click();
  await drawer.getByLabel('Attribute').last().fill('input2');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await card.getByText('Back door').waitFor();
  await card.getByRole('button', { name: 'Apply to vehicles' }).click();
  await page.getByRole('combobox', { name: 'Vehicles' }).click();
  await page.getByRole('option', { name: registration }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply to vehicles' }).click();
  await card.getByText('Applied to 1 vehicle').waitFor();
  await page.goto(`${running.server.address}/vehicle-info/${id}?tab=sensors`);
  await page.getByRole('list', { name: 'Sensors' }).getByText('Open').waitFor();
  expect(problems).toEqual([]);
});
