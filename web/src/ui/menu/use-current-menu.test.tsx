// @vitest-environment happy-dom
import type { MenuKey } from '@milepost/contract/menus';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, waitFor } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, type MadeCall } from '../../api/fake-browser.ts';
import { openMenu } from '../../api/permissions.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/setup.ts';
import type { ScreenHandle } from './screen-menus.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { ToastHost } from '../toast/toast-host.tsx';
import { useCurrentMenu } from './use-current-menu.ts';

// A busy machine renders late.
configure({ asyncUtilTimeout: 10_000 });

const VEHICLES = 7;
const DEVICES = 9;
const MENU_IDS = { dashboard: 1, vehicles: VEHICLES, devices: DEVICES, routes: 11, distribution: 12 };
const ALL = { view: true, create: true, edit: true, delete: true };
const NONE = { view: false, create: false, edit: false, delete: false };
const SETUP = { permissions: { vehicles: ALL, devices: ALL, routes: NONE, distribution: ALL }, menuIds: MENU_IDS };

function Frame() {
  useCurrentMenu();
  return <Outlet />;
}
/** A screen with a create action, which can be permitted or not. */
function Screen({ menu }: { menu: 'vehicles' | 'devices' }) {
  return <p>{useMay(menu, 'create') ? 'may' : 'may not'}</p>;
}

const under = (...menus: MenuKey[]): ScreenHandle => ({ menus });

/** The reply of the create check. */
let create: unknown;
let setup: typeof SETUP;
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
          { path: 'dashboard/main', handle: under('dashboard'), element: <p>figures</p> },
          { path: 'vehicle-info/:id?', handle: under('vehicles'), element: <Screen menu="vehicles" /> },
          { path: 'vehicle-info/import', handle: under('vehicles'), element: <Screen menu="vehicles" /> },
          { path: 'settings/devices', handle: under('devices'), element: <Screen menu="devices" /> },
          { path: 'settings/runs/:id', handle: under('routes', 'distribution'), element: <p>run</p> },
          { path: 'extra-pages/profile', handle: under(), element: <p>profile</p> },
        ],
      },
      { path: 'authentication/page404', element: <p>not found</p> },
    ],
    { initialEntries: [at] },
  );
  const view = render(
    <MantineProvider env="test">
      <ToastHost />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const go = (to: string | -1) => act(() => (to === -1 ? router.navigate(-1) : router.navigate(to)));
  return { ...view, go };
}

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
beforeEach(() => {
  localStorage.clear();
  openMenu(null);
  create = { status: 200, p_status: 1 };
  setup = SETUP;
  calls = fakeServer(({ body }) => {
    if (body['route'] === 'get-setup') return { status: 200, ...setup };
    return body['route'] === 'create-permission-check' ? create : { status: 200, p_status: 1 };
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const toBe = (id: string | null) => waitFor(() => expect(menuID()).toBe(id));

test('menuID is that of the screen, opened by its address, by a link or by the back button', async () => {
  const { go } = open('/vehicle-info/3');
  await toBe('7');
  await go('/settings/devices');
  await toBe('9');
  await go('/dashboard/main');
  await toBe('1');
  await go(-1);
  await toBe('9');
  await go('/extra-pages/profile');
  await toBe(null);
});

test('of several menus that open a screen it is the first that the person may view', async () => {
  open('/settings/runs/3');
  await toBe('12');
});

test('a page outside of the shell is in no menu, and the next one is checked again', async () => {
  const { go } = open('/vehicle-info');
  await waitFor(() => expect(checks()).toEqual(ofMenu(VEHICLES)));
  await go('/authentication/page404');
  await toBe(null);
  await go(-1);
  await toBe('7');
  await waitFor(() => expect(checks()).toEqual([VEHICLES, VEHICLES].flatMap(ofMenu)));
});

test('a window that comes to the front takes menuID from another one', async () => {
  open('/vehicle-info');
  await toBe('7');
  localStorage.setItem('menuID', '9');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(menuID()).toBe('7');
});

test('a screen has the three permissions of its own menu checked, each time it opens', async () => {
  const { go, findByText } = open('/dashboard/main');
  await waitFor(() => expect(checks()).toEqual(ofMenu(1)));
  await go('/vehicle-info');
  await findByText('may');
  await waitFor(() => expect(checks()).toEqual([1, VEHICLES].flatMap(ofMenu)));
  await go('/settings/devices');
  await waitFor(() => expect(checks()).toEqual([1, VEHICLES, DEVICES].flatMap(ofMenu)));
  await go('/vehicle-info');
  await waitFor(() => expect(checks()).toEqual([1, VEHICLES, DEVICES, VEHICLES].flatMap(ofMenu)));
});

test('another screen of the same menu has them checked, another record on the same screen has not', async () => {
  const { go } = open('/vehicle-info/3');
  await waitFor(() => expect(checks()).toEqual(ofMenu(VEHICLES)));
  await go('/vehicle-info/4');
  create = { status: 200, p_status: 0 };
  await go('/vehicle-info/import');
  await waitFor(() => expect(checks()).toEqual([VEHICLES, VEHICLES].flatMap(ofMenu)));
  await waitFor(() => expect(document.body.textContent).toContain('may not'));
});

test('a page that is in no menu has none checked', async () => {
  const { go } = open('/vehicle-info');
  await waitFor(() => expect(checks()).toEqual(ofMenu(VEHICLES)));
  await go('/extra-pages/profile');
  await toBe(null);
  expect(checks()).toEqual(ofMenu(VEHICLES));
});

test.each([
  ['p_status 0', { status: 200, p_status: 0 }],
  ['404', { status: 404, message: 'There is no such menu.' }],
])('an action checked with %s is not offered, whatever was allowed before', async (_what, answer) => {
  create = answer;
  const { findByText } = open('/vehicle-info');
  await findByText('may not');
});

test.each([
  ['allowed', ALL, 'may'],
  ['not allowed', { ...ALL, create: false }, 'may not'],
])(
  'without a reply permissions stay as before, %s, and the person sees a message and can retry',
  async (_what, right, shown) => {
    create = '<html>Bad gateway</html>';
    setup = { ...SETUP, permissions: { ...SETUP.permissions, vehicles: right } };
    const { findByText, findByRole } = open('/vehicle-info');
    await findByText('Your permissions for this page could not be checked');
    await findByText(shown);
    create = { status: 200, p_status: 0 };
    fireEvent.click(await findByRole('button', { name: 'Try again' }));
    await findByText('may not');
  },
);
