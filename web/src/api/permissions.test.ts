import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notificationStore } from '../ui/notification/notification-store.ts';
import { fakeBrowser, SILENCE, type MadeCall } from './fake-browser.ts';
import { allowedOrDenied, checkPermissions, openMenu, readCurrent } from './permissions.ts';

const NO_PERMISSIONS = { p_status: false, p_create_status: false, p_delete_status: false };
const CHECKS = ['edit-permission-check', 'create-permission-check', 'delete-permission-check'];

beforeEach(() => {
  fakeBrowser(() => ({ status: 200 }));
  openMenu(null);
});
afterEach(() => vi.unstubAllGlobals());

/** All are allowed, except the given result of one check. */
const allBut =
  (check: string | undefined, answer: unknown) =>
  ({ body }: MadeCall) =>
    body['route'] === check ? answer : { status: 200, p_status: 1 };

test('each flag is true only where its own check answers p_status 1', async () => {
  const { calls } = fakeBrowser(({ body }) => ({
    status: 200,
    p_status: body['route'] === 'create-permission-check' ? 1 : 0,
  }));
  localStorage.setItem('menuID', '7');
  expect(await checkPermissions()).toEqual({ p_status: false, p_create_status: true, p_delete_status: false });
  expect(calls.map(({ body }) => body)).toEqual(CHECKS.map((route) => ({ route, menuID: 7 })));
});

test.each([
  ['403', { status: 403, message: 'No.', p_status: 1 }],
  ['404', { status: 404, message: 'There is no such menu.' }],
  ['500', { status: 500, message: 'x', p_status: 1 }],
  ['p_status 0', { status: 200, p_status: 0 }],
  ["p_status '1', which is not 1", { status: 200, p_status: '1' }],
])('a check answered with %s makes its own flag false', async (_what, answer) => {
  const flags: (keyof typeof NO_PERMISSIONS)[] = ['p_status', 'p_create_status', 'p_delete_status'];
  for (const [index, flag] of flags.entries()) {
    fakeBrowser(allBut(CHECKS[index], answer));
    openMenu(7);
    const all = { p_status: true, p_create_status: true, p_delete_status: true };
    expect(await checkPermissions()).toEqual({ ...all, [flag]: false });
    expect(readCurrent()).toEqual({ menuID: 7, flags: { ...all, [flag]: false } });
  }
});

test.each([
  ['a page of a proxy, which is no answer of ours', () => '<html>'],
  [
    'nothing, the server being away',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
  ['silence', () => SILENCE],
])('a check answered with %s is made twice; its flag stays unknown and nothing is denied', async (_what, answer) => {
  vi.useFakeTimers();
  const { calls } = fakeBrowser(({ body }) =>
    body['route'] === 'create-permission-check' ? answer() : { status: 200, p_status: 1 },
  );
  openMenu(7);
  const pending = checkPermissions();
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  const flags = await pending;
  expect(flags).toEqual({ p_status: true, p_delete_status: true });
  expect(readCurrent()).toEqual({ menuID: 7, flags });
  expect(calls.filter(({ body }) => body['route'] === 'create-permission-check')).toHaveLength(2);
  // The flag is still unknown, and no message claims that the role forbids the action.
  expect(allowedOrDenied(flags, 'p_create_status')).toBe(false);
  expect(notificationStore.read()).toEqual([]);
});

test('status 400 ends the session besides', async () => {
  const { location } = fakeBrowser(allBut('delete-permission-check', { status: 400, message: 'Ended.' }));
  localStorage.setItem('menuID', '7');
  expect(await checkPermissions()).toMatchObject({ p_delete_status: false });
  expect(localStorage.length).toBe(0);
  expect(location.assign).toHaveBeenCalledWith('/authentication/signin');
});

test('without a current menu nothing is requested and nothing allowed', async () => {
  const { calls } = fakeBrowser(() => ({ status: 200, p_status: 1 }));
  expect(await checkPermissions()).toEqual(NO_PERMISSIONS);
  expect(calls).toEqual([]);
});

test('an opened menu is stored as JSON, and the flags of the previous one do not apply', async () => {
  fakeBrowser(() => ({ status: 200, p_status: 1 }));
  openMenu(7);
  expect(localStorage.getItem('menuID')).toBe('7');
  await checkPermissions();
  openMenu(8);
  expect(readCurrent()).toEqual({ menuID: 8, flags: null });
  openMenu(null);
  expect(localStorage.getItem('menuID')).toBeNull();
});

test('an answer that comes when another menu is open sets no flags', async () => {
  fakeBrowser(() => ({ status: 200, p_status: 1 }));
  openMenu(7);
  const pending = checkPermissions();
  openMenu(8);
  await pending;
  expect(readCurrent()).toEqual({ menuID: 8, flags: null });
});

test("a denial shows 'Permission Denied' with bg-red", () => {
  const flags = { p_status: false, p_create_status: true, p_delete_status: false };
  expect(allowedOrDenied(flags, 'p_create_status')).toBe(true);
  expect(notificationStore.read()).toEqual([]);
  expect(allowedOrDenied(flags, 'p_status')).toBe(false);
  expect(notificationStore.read()).toMatchObject([{ message: 'Permission Denied', colour: 'bg-red' }]);
});
