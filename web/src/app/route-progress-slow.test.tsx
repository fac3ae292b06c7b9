// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '../text/i18n.ts';
import { RouteProgress, SLOW_MS, StartScreen } from './route-progress.tsx';

const Root = () => (
  <>
    <RouteProgress />
    <Outlet />
  </>
);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeAll(startTexts);
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a page that does not load shows a message, and the person can stay on the present one', async () => {
  const router = createMemoryRouter(
    [
      {
        Component: Root,
        HydrateFallback: StartScreen,
        children: [
          { path: '/', element: <p>first</p> },
          // A chunk that never arrives.
          { path: '/next', lazy: () => new Promise<never>(() => undefined) },
        ],
      },
    ],
    { initialEntries: ['/'] },
  );
  const view = render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  void router.navigate('/next');
  await pass(0);
  await pass(1000);
  view.getByText('Please wait...');
  expect(view.queryByRole('button', { name: 'Stay on this page' })).toBeNull();
  await pass(SLOW_MS);
  view.getByText('Please wait...');
  view.getByText(/^This is taking longer than usual/);
  fireEvent.click(view.getByRole('button', { name: 'Stay on this page' }));
  await pass(0);
  expect(view.queryByText('Please wait...')).toBeNull();
  view.getByText('first');
  expect(router.state.location.pathname).toBe('/');
});

test('before the first page there is a message as well, with a button to reload', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const view = render(
    <MantineProvider env="test">
      <StartScreen />
    </MantineProvider>,
  );
  view.getByText('Please wait...');
  expect(view.queryByRole('button')).toBeNull();
  await pass(SLOW_MS);
  fireEvent.click(view.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledOnce();
});
