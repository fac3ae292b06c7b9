// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startTexts, loadTexts } from '../text/i18n.ts';
import { RouteProgress } from './route-progress.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(cleanup);

// Specification, section 4: on at navigation start, off at navigation end.
test("'Please wait...' is there as soon as a navigation starts, and gone when it ends", async () => {
  const { promise, resolve } = Promise.withResolvers<null>();
  const root = (
    <>
      <RouteProgress />
      <Outlet />
    </>
  );
  const children = [
    { path: 'here', element: <p>here</p> },
    { path: 'there', loader: () => promise, element: <p>there</p> },
  ];
  const router = createMemoryRouter([{ path: '/', element: root, children }], { initialEntries: ['/here'] });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  expect(screen.queryByText('Please wait...')).toBeNull();
  let navigation: Promise<void> | undefined;
  await act(async () => {
    navigation = router.navigate('/there');
  });
  expect(screen.getByRole('status').textContent).toBe('Please wait...');
  expect(screen.getByText('here')).toBeTruthy();
  await act(async () => {
    resolve(null);
    await navigation;
  });
  expect(screen.queryByText('Please wait...')).toBeNull();
  expect(screen.getByText('there')).toBeTruthy();
});
