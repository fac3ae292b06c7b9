// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { NoMenu } from './no-menu.ts';

const root = (
  <>
    <NoMenu />
    <Outlet />
  </>
);

function open(at: string) {
  const children = [
    { path: 'vehicle-info', handle: { menus: ['vehicles'] }, element: <p>vehicles</p> },
    { path: 'authentication/page404', element: <p>not found</p> },
  ];
  const router = createMemoryRouter([{ path: '/', element: root, children }], { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  return router;
}

afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('page-not-found removes the menuID of the previous screen and of another window', async () => {
  localStorage.setItem('menuID', '7');
  const router = open('/vehicle-info');
  expect(localStorage.getItem('menuID')).toBe('7');
  await act(() => router.navigate('/authentication/page404'));
  expect(localStorage.getItem('menuID')).toBeNull();
  localStorage.setItem('menuID', '9');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(localStorage.getItem('menuID')).toBeNull();
});

test('opened by its address as well', () => {
  localStorage.setItem('menuID', '7');
  open('/authentication/page404');
  expect(localStorage.getItem('menuID')).toBeNull();
});
