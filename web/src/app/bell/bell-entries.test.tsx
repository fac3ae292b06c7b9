// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/fake-browser.ts';
import { queryClient } from '../../api/query-client.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { BellEntries } from './bell-entries.tsx';
import type { BellPage } from './use-bell.ts';

/** Notifications 1 to 120; the newest has the highest number. A page has 50. */
const TOTAL = 120;
function page(before: number): BellPage & { status: number } {
  const ids = Array.from({ length: 50 }, (_, index) => before - 1 - index).filter((id) => id > 0);
  const rows = ids.map((id) => ({
    id,
    at: '2026-11-01T10:00:00.000Z',
    kind: 'system' as const,
    title: `News ${id}`,
    text: '',
    path: '',
    severity: null,
    quiet: false,
    read: true,
  }));
  return { status: 200, rows, more: (ids.at(-1) ?? 1) > 1, total: TOTAL, unread: 0 };
}

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const shown = () =>
  screen.queryAllByRole('button', { name: /^News/ }).map(({ textContent }) => textContent?.split('\n')[0]);

test('older notifications are shown page by page, with their number, until the end', async () => {
  fakeServer(({ body: { before } }) => page(typeof before === 'number' ? before : TOTAL + 1));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <BellEntries newest={page(TOTAL + 1)} onFollow={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(shown()).toHaveLength(50);
  screen.getByText('50 of 120 shown');
  fireEvent.click(screen.getByRole('button', { name: 'Show older' }));
  await screen.findByText('100 of 120 shown');
  fireEvent.click(screen.getByRole('button', { name: 'Show older' }));
  await screen.findByText('120 of 120 shown');
  expect(shown()).toHaveLength(TOTAL);
  screen.getByText('News 1');
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});
