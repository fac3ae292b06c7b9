// @vitest-environment happy-dom
import type { MenuItem } from '@milepost/contract/menu-item';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, configure, fireEvent, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, type MadeCall } from '../../api/fake-browser.ts';
import { forgetEnd } from '../../api/session-end.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { MENU_ICONS } from '../../ui/menu/menu-icon.tsx';
import { ToastHost } from '../../ui/toast/toast-host.tsx';
import { SideMenu } from './side-menu.tsx';

// A busy machine renders late.
configure({ asyncUtilTimeout: 10_000 });

const item = (id: number, title: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id,
  title,
  path: '',
  class: '',
  icon: 'truck',
  CM: 1,
  submenu: [],
  ...more,
});
const devices = item(9, 'Devices', { path: 'settings/devices', class: 'quiet', icon: 'device-mobile' });
const MENU = [
  item(7, 'Vehicles', { path: 'vehicle-info', class: 'header-item  marked' }),
  item(8, 'Settings', { class: 'branch', icon: 'settings', submenu: [devices] }),
];

const SIGN_IN = '/authentication/signin';
const user = { USER_TYPE: 'user', USERNAME: 'm', PROFILE_ID: 1, DISPLAY_NAME: 'M', ORGANISATION: 'O' };
let answers: Record<string, unknown>;
let calls: MadeCall[];
const requestBodies = () => calls.map(({ body }) => body);

function open(items: readonly MenuItem[] = MENU, closed = false) {
  const menu = <SideMenu items={items} closed={closed} onExpand={() => undefined} />;
  const router = createMemoryRouter(
    [
      { path: '/authentication/page404', element: <p>Page not found</p> },
      { path: '*', element: menu },
    ],
    { initialEntries: ['/dashboard/main'] },
  );
  const view = render(
    <MantineProvider env="test">
      <ToastHost />
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return { ...view, click: (name: string) => void fireEvent.click(view.getByText(name)), router };
}

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  history.replaceState(null, '', '/dashboard/main');
  localStorage.clear();
  localStorage.setItem('csrfToken', 'x');
  answers = { 'session-check': { status: 200, user } };
  calls = fakeServer(({ body }) => {
    const answer = answers[String(body['route'])];
    if (answer === null) throw new TypeError('Failed to fetch');
    return answer ?? { status: 200 };
  });
});
afterEach(() => {
  cleanup();
  forgetEnd();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The requests of a click must not reach into the next test. */
const waitForBoth = () => vi.waitFor(() => expect(requestBodies()).toHaveLength(2));

test('each entry bears the class that the server names, on every level', async () => {
  const { getByText, click } = open();
  const classesOf = (name: string) => [...(getByText(name).closest('a, button')?.classList ?? [])];
  expect(classesOf('Vehicles')).toEqual(expect.arrayContaining(['header-item', 'marked']));
  expect(classesOf('Settings')).toContain('branch');
  click('Settings');
  expect(classesOf('Devices')).toContain('quiet');
  expect(classesOf('Devices')).not.toContain('branch');
  await waitForBoth();
});

test('the entry of the page is brought into sight, also in a menu that was closed', async () => {
  const shown: string[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(`${this.tagName} ${this.textContent}`);
  });
  const { router } = open();
  await act(() => router.navigate('/settings/devices'));
  expect(shown.at(-1)).toBe('A Devices');
});

test('entries expanded below the end of the menu are scrolled into view', async () => {
  const shown: string[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(`${this.tagName} ${this.textContent}`);
  });
  open().click('Settings');
  expect(shown).toEqual(['UL Devices']);
  await waitForBoth();
});

const waitForRequests = (times: number) => vi.waitFor(() => expect(requestBodies()).toHaveLength(2 * times));

test('a group stays open if the page is in none, and after a reload; a closed one stays closed', async () => {
  const first = open();
  first.click('Settings');
  await waitForRequests(1);
  await act(() => first.router.navigate('/vehicle-info'));
  first.getByText('Devices');
  cleanup();
  const second = open();
  second.getByText('Devices');
  second.click('Settings');
  await waitForRequests(2);
  cleanup();
  expect(open().queryByText('Devices')).toBeNull();
});

const outlets = item(11, 'Outlets', { path: 'settings/outlets' });

test('the group of the page is open in the place of the one that was', async () => {
  const items = [...MENU, item(10, 'Places', { submenu: [outlets] })];
  const { click, router, getByText, queryByText } = open(items);
  click('Settings');
  await waitForRequests(1);
  await act(() => router.navigate('/settings/outlets'));
  getByText('Outlets');
  expect(queryByText('Devices')).toBeNull();
  cleanup();
  open(items).getByText('Outlets');
});

test('of icons alone the one that leads to the page is marked, not the group that was open', async () => {
  open().click('Settings');
  await waitForRequests(1);
  cleanup();
  const { getByRole, router } = open(MENU, true);
  const isMarked = () => getByRole('button', { name: 'Settings' }).hasAttribute('data-trail');
  expect(isMarked()).toBe(false);
  await act(() => router.navigate('/settings/devices'));
  expect(isMarked()).toBe(true);
});

test('each entry has the icon of its name, or a circle if it does not exist', async () => {
  const odd = ['', 'no-such-icon', 'constructor'].map((icon, index) =>
    item(20 + index, `Odd ${index}`, { icon, path: 'x' }),
  );
  const { getByText, click } = open([...MENU, ...odd]);
  const iconOf = (name: string) => getByText(name).parentElement?.querySelector('svg')?.getAttribute('class') ?? '';
  expect(MENU_ICONS).toContain('truck');
  expect(iconOf('Vehicles')).toContain('tabler-icon-truck');
  click('Settings');
  expect(iconOf('Devices')).toContain('tabler-icon-device-mobile');
  for (const { title } of odd) expect(iconOf(title)).toContain('tabler-icon-circle-dot');
  await waitForBoth();
});

test('a click on an entry that opens a submenu checks session and menu, and leaves the current menu', async () => {
  localStorage.setItem('menuID', '7');
  open().click('Settings');
  await vi.waitFor(() =>
    expect(requestBodies()).toEqual([
      { route: 'session-check', url_name: '/dashboard/main' },
      { route: 'menu-check-by-id', menuID: 8 },
    ]),
  );
  expect(localStorage.getItem('menuID')).toBe('7');
});

test('a click on an entry with a target does the same, and stores it as the current menu', async () => {
  open().click('Vehicles');
  await vi.waitFor(() => expect(requestBodies()).toContainEqual({ route: 'menu-check-by-id', menuID: 7 }));
  expect(requestBodies()[0]).toEqual({ route: 'session-check', url_name: '/dashboard/main' });
  expect(localStorage.getItem('menuID')).toBe('7');
});

test('a menu check answered with 404 leads to page-not-found', async () => {
  answers['menu-check-by-id'] = { status: 404, message: 'There is no such menu.' };
  const { click, findByText } = open();
  click('Settings');
  await findByText('Page not found');
});

test.each([400, 403, 404, 422, 500])(
  'a session check answered with %i leads to sign-in, clears local storage, and requests no menu',
  async (status) => {
    answers['session-check'] = { status, message: 'No.' };
    const { click, router, queryByRole } = open();
    click('Settings');
    await vi.waitFor(() => expect(location.assign).toHaveBeenCalledWith(SIGN_IN));
    await act(async () => undefined);
    expect(localStorage.length).toBe(0);
    expect(requestBodies()).toHaveLength(1);
    expect(router.state.location.pathname).toBe('/dashboard/main');
    expect(queryByRole('alert')).toBeNull();
  },
);

test.each(['session-check', 'menu-check-by-id'])('no reply to %s is reported, and can be retried', async (route) => {
  answers[route] = null;
  const { click, findByText, queryByText, getByRole } = open();
  click('Settings');
  await findByText('The server cannot be reached. Check the connection, then try again.');
  expect(localStorage.getItem('csrfToken')).toBe('x');
  answers = { 'session-check': { status: 200, user } };
  calls.length = 0;
  fireEvent.click(getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() =>
    expect(requestBodies().map(({ route: name }) => name)).toEqual(['session-check', 'menu-check-by-id']),
  );
  await vi.waitFor(() => expect(queryByText(/cannot be reached/)).toBeNull());
});
