// @vitest-environment happy-dom
import type { MenuItem } from '@milepost/contract/menu-item';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, render } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, type MadeCall } from '../../api/fake-browser.ts';
import { openMenu } from '../../api/permissions.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/setup.ts';
import { useCurrentMenu } from './use-current-menu.ts';

// A busy machine draws late.
configure({ asyncUtilTimeout: 10_000 });

const item = (id: number, path: string, submenu: MenuItem[] = []): MenuItem => ({
  id,
  title: path,
  path,
  class: '',
  icon: '',
  CM: 1,
  submenu,
});
const VEHICLES = 7;
const DEVICES = 9;
const MENU = [
  item(1, 'dashboard/main'),
  item(VEHICLES, 'vehicle-info'),
  item(8, '', [item(DEVICES, 'settings/devices')]),
];
const ALL = { view: true, create: true, edit: true, delete: true };
const SETUP = { permissions: { vehicles: ALL, devices: ALL }, menuIds: { vehicles: VEHICLES, devices: DEVICES } };

function Frame() {
  useCurrentMenu(MENU);
  return <Outlet />;
}
/** A screen with something to create, which may be done or not. */
function Screen({ menu }: { menu: 'vehicles' | 'devices' }) {
  return <p>{useMay(menu, 'create') ? 'may' : 'may not'}</p>;
}

/** What the create check answers. */
let create: unknown;
let calls: MadeCall[];
const ofMenu = (id: number) =>
  ['edit', 'create', 'delete'].map((action) => ({ route: `${action}-permission-check`, menuID: id }));
const menuID = () => localStorage.getItem('menuID');
const checks = () => calls.filter(({ body }) => String(body['route']).includes('permission')).map(({ body }) => body);

function open(at: string) {
  const router = createMemoryRouter(
    [
      {
        element: <Frame />,
        children: [
          { path: 'dashboard/main', element: <p>figures</p> },
          { path: 'vehicle-info/:id?', element: <Screen menu="vehicles" /> },
          { path: 'settings/devices', element: <Screen menu="devices" /> },
          { path: 'extra-pages/profile', element: <p>profile</p> },
        ],
      },
    ],
    { initialEntries: [at] },
  );
  const view = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const go = (to: string | -1) => act(() => (to === -1 ? router.navigate(-1) : router.navigate(to)));
  return { ...view, go };
}

beforeEach(() => {
  localStorage.clear();
  openMenu(null);
  create = { status: 200, p_status: 1 };
  calls = fakeServer(({ body }) => {
    if (body['route'] === 'get-setup') return { status: 200, ...SETUP };
    return body['route'] === 'create-permission-check' ? create : { status: 200, p_status: 1 };
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('menuID is that of the screen, opened by its address, by a link or by the back button', async () => {
  const { go } = open('/vehicle-info/3');
  expect(menuID()).toBe('7');
  await go('/settings/devices');
  expect(menuID()).toBe('9');
  await go('/dashboard/main');
  expect(menuID()).toBe('1');
  await go(-1);
  expect(menuID()).toBe('9');
  await go('/extra-pages/profile');
  expect(menuID()).toBeNull();
});

test('a window that comes to the front takes menuID from another one', () => {
  open('/vehicle-info');
  localStorage.setItem('menuID', '9');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(menuID()).toBe('7');
});

test('a screen with actions has the three permissions of its menu checked, each time it opens', async () => {
  const { go, findByText } = open('/vehicle-info');
  await findByText('may');
  await vi.waitFor(() => expect(checks()).toEqual(ofMenu(VEHICLES)));
  await go('/settings/devices');
  await vi.waitFor(() => expect(checks()).toEqual([...ofMenu(VEHICLES), ...ofMenu(DEVICES)]));
  await go('/vehicle-info');
  await vi.waitFor(() => expect(checks()).toEqual([VEHICLES, DEVICES, VEHICLES].flatMap(ofMenu)));
});

test('a screen without actions has none checked', async () => {
  open('/dashboard/main');
  await act(async () => undefined);
  expect(checks()).toEqual([]);
});

test.each([
  ['p_status 0', { status: 200, p_status: 0 }],
  ['404', { status: 404, message: 'There is no such menu.' }],
])('what the check answers with %s is not offered, whatever was allowed before', async (_what, answer) => {
  create = answer;
  const { findByText } = open('/vehicle-info');
  await findByText('may not');
});
