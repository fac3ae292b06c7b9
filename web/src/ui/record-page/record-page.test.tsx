// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { CallError } from '../../api/call-error.ts';
import { loadTexts, startTexts, wantPageTexts } from '../../text/i18n.ts';
import { recordId } from './record-id.ts';
import { RecordPage } from './record-page.tsx';
import { RecordTabs } from './record-tabs.tsx';

// A busy machine renders late.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
  await wantPageTexts();
});
afterEach(cleanup);

function at(address: string, query: { data: string | undefined; error: Error | null }, trips = true) {
  const tabs = (
    <RecordTabs
      texts="driver-info.tabs"
      tabs={{ overview: <p>All of Ana</p>, days: <p>Her days</p>, trips: trips ? <p>Her trips</p> : null }}
    />
  );
  const page = (
    <RecordPage
      id={1}
      query={{ ...query, refetch: () => Promise.resolve() }}
      texts="driver-info"
      list="/driver-info"
      nameOf={(name) => name}
    >
      {() => tabs}
    </RecordPage>
  );
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [address] });
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return router;
}
const ANA = { data: 'Ana', error: null };

test('the address contains the tab; another one begins at its first page and keeps the days', async () => {
  const router = at('/x?tab=trips&page=3&from=2026-01-01', ANA);
  expect(await screen.findByText('Her trips')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Days' }));
  expect(await screen.findByText('Her days')).toBeTruthy();
  expect(router.state.location.search).toBe('?from=2026-01-01&tab=days');
  fireEvent.click(screen.getByRole('tab', { name: 'Overview' }));
  expect(await screen.findByText('All of Ana')).toBeTruthy();
  expect(router.state.location.search).toBe('?from=2026-01-01');
  expect(document.title).toMatch(/^Ana · /);
});

test('a tab that is not for this role is not there, and its address opens the first', async () => {
  at('/x?tab=trips', ANA, false);
  expect(await screen.findByText('All of Ana')).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Trips' })).toBeNull();
});

test('a missing record shows a message; a failure can be retried', async () => {
  at('/x', { data: undefined, error: new CallError({ status: 404, code: 'no-driver', message: 'Gone.' }) });
  expect(await screen.findByRole('link', { name: /drivers/i })).toBeTruthy();
  cleanup();
  at('/x', { data: undefined, error: new Error('no network') });
  expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy();
});

test.each([
  ['7', 7],
  ['0', 0],
  ['07', 0],
  ['1e3', 0],
  ['4294967296', 0],
  [undefined, 0],
])('the number in the address %s is %s', (text, id) => expect(recordId(text)).toBe(id));
