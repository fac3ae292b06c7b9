// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, configure, fireEvent, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../api/call-error.ts';
import { endSession, forgetEnd } from '../api/session-end.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { LoadError } from './load-error.tsx';

// A busy machine renders late.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(location, 'assign').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  forgetEnd();
  vi.restoreAllMocks();
});

function show(status: CallError['status']) {
  const loader = () => {
    throw new CallError({ status, code: 'busy', message: 'No.' });
  };
  const router = createMemoryRouter([
    { path: '/', loader, Component: () => null, ErrorBoundary: LoadError, HydrateFallback: () => null },
  ]);
  return render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}

test.each([0, 400, 403, 500] as const)(
  'a page that fails with %i shows a message and offers a reload, unless the browser is on its way to sign-in',
  async (status) => {
    const { findByRole } = show(status);
    await findByRole('alert');
    await findByRole('button', { name: 'Reload' });
    cleanup();
    void endSession('/vehicle-info');
    const { container } = show(status);
    await vi.waitFor(() => expect(container.querySelector('style')).not.toBeNull());
    expect(container.querySelector('[role="alert"]')).toBeNull();
  },
);

test('without a reply the page is reloaded only when the server is back', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const fetchStub = vi.fn(() => Promise.reject<Response>(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', fetchStub);
  const { findByRole, findByText } = show(0);
  const button = await findByRole('button', { name: 'Reload' });
  fireEvent.click(button);
  await vi.waitFor(() => expect(fetchStub).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(button.hasAttribute('data-loading')).toBe(false));
  expect(reload).not.toHaveBeenCalled();
  await findByText('The server is still not responding. Try again in a moment.');
  fetchStub.mockResolvedValue(new Response(null, { status: 503 }));
  fireEvent.click(button);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  vi.unstubAllGlobals();
});
