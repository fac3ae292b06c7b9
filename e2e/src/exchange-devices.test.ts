// Two swapped devices are exchanged from a past moment on, with a preview of what moves, and an undo.
import { beforeAll, expect, test } from 'vitest';
import { signInByCall } from './harness/caller.ts';
import { useRunning } from './harness/running.ts';

const running = useRunning();
let van = 0;

beforeAll(async () => {
  const caller = await signInByCall(running.server);
  const at = new Date(Date.now() - 3 * 86_400_000).toISOString();
  for (const [registration, identity] of [
    ['BUS 7', '860000000000007'],
    ['VAN 7', '860000000000008'],
  ] as const) {
    const { vehicle } = await caller.ask('save-vehicle', { registration });
    const { device } = await caller.ask('save-device', { identity });
    van = vehicle.id;
    await caller.ask('swap-device', { vehicleId: vehicle.id, deviceId: device.id, at });
  }
});

test('devices of two vehicles are exchanged after a preview, and undone', async () => {
  const { page } = await running.openSignedIn(`/vehicle-info/${van}?tab=installations`);
  await page.getByRole('button', { name: 'Exchange with another vehicle' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Other vehicle' }).click();
  await page.getByRole('option', { name: 'BUS 7' }).click();
  await form.getByRole('button', { name: 'Open calendar' }).click();
  await page.locator('[data-today]').first().click();
  await form.getByText('Device 860000000000008: from VAN 7 to BUS 7').waitFor();
  await form.getByRole('button', { name: 'Exchange devices' }).click();
  await page.getByRole('row').filter({ hasText: '860000000000007' }).filter({ hasText: 'In the vehicle' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row').filter({ hasText: '860000000000008' }).filter({ hasText: 'In the vehicle' }).waitFor();
  expect(await page.getByRole('row').filter({ hasText: '860000000000007' }).count()).toBe(0);
});
