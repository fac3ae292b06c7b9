import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../api/fake-browser.ts';
import { notificationStore } from '../ui/notification/notification-store.ts';
import { allowedOrDenied, checkPermissions } from './permissions.ts';

afterEach(() => vi.unstubAllGlobals());

test('each flag is true only where its own check answers p_status 1', async () => {
  const { calls } = fakeBrowser(({ body }) => ({
    status: 200,
    p_status: body['route'] === 'create-permission-check' ? 1 : 0,
  }));
  localStorage.setItem('menuID', '7');
  expect(await checkPermissions()).toEqual({ p_status: false, p_create_status: true, p_delete_status: false });
  expect(calls.map(({ body }) => body)).toEqual([
    { route: 'edit-permission-check', menuID: 7 },
    { route: 'create-permission-check', menuID: 7 },
    { route: 'delete-permission-check', menuID: 7 },
  ]);
});

test('without a current menu nothing is asked and nothing allowed', async () => {
  const { calls } = fakeBrowser(() => ({ status: 200, p_status: 1 }));
  expect(await checkPermissions()).toEqual({ p_status: false, p_create_status: false, p_delete_status: false });
  expect(calls).toEqual([]);
});

test("a denial says 'Permission Denied' with bg-red", () => {
  const flags = { p_status: false, p_create_status: true, p_delete_status: false };
  expect(allowedOrDenied(flags, 'p_create_status')).toBe(true);
  expect(notificationStore.read()).toEqual([]);
  expect(allowedOrDenied(flags, 'p_status')).toBe(false);
  expect(notificationStore.read()).toMatchObject([{ message: 'Permission Denied', colour: 'bg-red' }]);
});
