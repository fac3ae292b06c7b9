// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { OpenImport } from '@milepost/contract/import-operations';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/fake-browser.ts';
import { queryClient } from '../../api/query-client.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { ImportColumns } from './import-columns.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const column = (heading: string, field: string | null, twoNumbers: OpenImport['columns'][number]['twoNumbers']) => ({
  heading,
  field,
  days: 'ymd' as const,
  samples: [],
  twoDays: null,
  twoNumbers,
});
const TWO = { text: '1,234', point: 1234, comma: 1.234 };
const FOUND: OpenImport = {
  id: 1,
  kind: 'expense',
  fileName: 'bills.csv',
  state: 'draft',
  failed: false,
  lines: 1,
  counts: { create: 1 },
  done: 0,
  todo: 0,
  by: null,
  createdAt: '2026-03-02T08:00:00Z',
  endedAt: null,
  undoUntil: null,
  linesGone: false,
  mode: 'new',
  create: true,
  leaveOut: true,
  sheets: [],
  sheet: 0,
  columns: [
    column('Day', 'day', null),
    column('Kind', 'kind', null),
    column('Amount', 'amount', TWO),
    column('Volume', null, TWO),
  ],
  top: [],
  head: 1,
  encoding: null,
  unknownWords: [],
  own: [],
  creates: [],
  warnings: [],
  mayUndo: false,
};

const run = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Import / });

test('a person chooses the decimal separator of an ambiguous amount, before which nothing can be imported', async () => {
  localStorage.setItem('csrfToken', 'x');
  const calls = fakeServer(({ body }) => ({
    status: 200,
    ...(body['route'] === 'get-setup' ? { permissions: {}, menuIds: {} } : { import: FOUND, rows: [], total: 0 }),
  }));
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <ImportColumns
          found={FOUND}
          onRun={() => undefined}
          running={false}
          failure={null}
          onDropped={() => undefined}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect((await run()).disabled).toBe(true);
  screen.getByText('Choose the number format before you import.');
  // The other column with such a cell does not map to an amount.
  screen.getByText(/“1,234” in “Amount” can be 1,234\.00 or 1\.234, and/);
  screen.getByRole('button', { name: 'Decimal point: 1,234.00' });
  fireEvent.click(screen.getByRole('button', { name: 'Decimal comma: 1.234' }));
  expect((await run()).disabled).toBe(false);
  const { body } = calls.find((one) => one.body['route'] === 'check-import') ?? {};
  expect(body?.['columns']).toEqual([
    { field: 'day', days: 'ymd' },
    { field: 'kind', days: 'ymd' },
    { field: 'amount', days: 'ymd', decimals: ',', sure: true },
    { field: null, days: 'ymd' },
  ]);
});
