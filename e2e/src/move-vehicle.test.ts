// A vehicle moves with its device to another organisation, with a preview of what moves and stays, and comes back.
import { beforeAll, expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';

const running = useRunning();
let van = 0;

beforeAll(async () => {
  const caller = await signInByCall(running.server);
  await caller.ask('save-organisation', { name: 'Northern branch', parentId: 1 });
  const { vehicle } = await caller.ask('save-vehicle', { registration: 'VAN 9' });
  const { device } = await caller.ask('save-device', { identity: '860000000000009' });
  van = vehicle.id;
  await caller.ask('swap-device', { vehicleId: van, deviceId: device.id });
  await caller.ask('create-share', { vehicleId: van });
});

test('a vehicle is moved to another organisation after a preview, and undone', async () => {
  const { page } = await running.openSignedIn(`/vehicle-info/${van}`);
  await page.getByRole('button', { name: 'Move to another organisation' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Organisation' }).click();
  await page.getByRole('option', { name: 'Northern branch' }).waitFor();
  // The present organisation is not offered as a target.
  expect(await page.getByRole('option').count()).toBe(1);
  await page.getByRole('option', { name: 'Northern branch' }).click();
  await form.getByText('Public links: 1').waitFor();
  await form.getByText('Devices: 1').waitFor();
  await form.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText('This vehicle moved to Northern branch on').waitFor();
  expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  // The vehicle is shown as moved and not as sold.
  await page.getByTestId('obstacle-moved').waitFor();
  expect(await page.getByText('Sold', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Move to another organisation' }).waitFor();
});

test('a device moves alone, and the undo puts it back into its vehicle', async () => {
  const { page } = await running.openSignedIn('/settings/devices');
  await page.getByText('860000000000009').first().click();
  await page.getByRole('button', { name: 'Move to another organisation' }).click();
  await page.getByRole('combobox', { name: 'Organisation' }).click();
  await page.getByRole('option', { name: 'Northern branch' }).click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByText('860000000000009 moved to Northern branch.').waitFor();
  const caller = await signInByCall(running.server);
  const held = async () => (await caller.ask('get-vehicle-by-id', { id: van })).vehicle.deviceIdentity;
  expect(await held()).toBe(null);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(held).toBe('860000000000009');
});
