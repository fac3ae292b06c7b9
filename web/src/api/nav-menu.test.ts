import { menuPath } from '@milepost/contract/menus';
import { afterEach, expect, test, vi } from 'vitest';
import { DISTRIBUTION_PATH } from './distribution-entry.ts';
import { fakeBrowser } from './fake-browser.ts';
import { fetchMenu } from './nav-menu.ts';
import { forgetEnd } from './session-end.ts';

const item = (id: number, path: string, submenu: unknown[] = []) => ({
  id,
  title: path,
  path,
  class: '',
  icon: '',
  CM: 1,
  submenu,
});
const DASHBOARD = item(1, 'dashboard/main');
const DISTRIBUTION = item(2, 'dashboard/distribution-main');

/** A menu that contains the entry at its root and below another one. */
const menuWith = (privilege: unknown) =>
  fakeBrowser(({ body }) =>
    body['route'] === 'get-nav-menu'
      ? { status: 200, menuList: [DASHBOARD, DISTRIBUTION, item(3, '', [DISTRIBUTION, item(4, 'reports')])] }
      : privilege,
  );
const shownIds = async () =>
  (await fetchMenu()).menuList.flatMap(({ id, submenu }) => [id, ...submenu.map((below) => below.id)]);

afterEach(() => {
  forgetEnd();
  vi.unstubAllGlobals();
});

test('the path is that of the menu', () => {
  menuWith({});
  expect(DISTRIBUTION_PATH).toBe(menuPath('distribution'));
});

// Specification, section 6: shown only when the privilege check returns status 200 and privilege equal to '1'.
test("the entry of the distribution dashboard stays with status 200 and privilege '1'", async () => {
  const { calls } = menuWith({ status: 200, privilege: '1' });
  expect(await shownIds()).toEqual([1, 2, 3, 2, 4]);
  expect(calls.map(({ body }) => body)).toContainEqual({ route: 'get-privilege-check', menu: 1 });
});

test.each([
  ["privilege '0'", { status: 200, privilege: '0' }],
  ["privilege 1, which is not '1'", { status: 200, privilege: 1 }],
  ['403', { status: 403, message: 'No.', privilege: '1' }],
  ['404', { status: 404, message: 'No.', privilege: '1' }],
  ['500', { status: 500, message: 'No.', privilege: '1' }],
  ['something that is no JSON', '<html>'],
])('a privilege check answered with %s removes it from the menu, and nothing else', async (_what, answer) => {
  const { location } = menuWith(answer);
  expect(await shownIds()).toEqual([1, 3, 4]);
  expect(location.assign).not.toHaveBeenCalled();
});

test('a privilege check answered with 400 ends the session', async () => {
  const { location } = menuWith({ status: 400, message: 'Ended.' });
  localStorage.setItem('theme', 'dark');
  await expect(fetchMenu()).rejects.toMatchObject({ status: 400 });
  expect(localStorage.length).toBe(0);
  expect(location.assign.mock.calls).toEqual([['/authentication/signin']]);
});
