// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { Command } from '@milepost/contract/command-operations';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/fake-browser.ts';
import { queryClient } from '../../api/query-client.ts';
import { callKey } from '../../api/use-call.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { RecentCommands } from './recent-commands.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const AT = new Date().toISOString();
const command = (kind: Command['kind'], state: Command['state']): Command => ({
  id: 7,
  vehicleId: 3,
  registration: 'MH 1',
  kind,
  state,
  text: null,
  fault: null,
  answer: null,
  reason: null,
  by: 'Mina',
  byRule: null,
  seconds: null,
  output: null,
  odometerKm: null,
  phones: null,
  whenStanding: false,
  bySms: false,
  madeAt: AT,
  expiresAt: AT,
  sentAt: AT,
  endedAt: null,
});
const LIST = callKey('get-command-list', { vehicleId: 3, pageSize: 20, direction: 'desc' });
const OVERVIEW = ['get-vehicle-overview', { id: 3 }];

test.each([
  ['engineResume', true],
  ['locate', false],
] as const)('the outcome of %s is reloaded beside the list: %s', async (kind, isRead) => {
  const show = (state: Command['state']) => queryClient.setQueryData(LIST, { rows: [command(kind, state)], total: 1 });
  fakeServer(() => ({ status: 200, permissions: {}, menuIds: {} }));
  queryClient.setQueryData(OVERVIEW, {});
  show('waiting');
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <RecentCommands vehicleId={3} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText('Waiting');
  expect(queryClient.getQueryState(OVERVIEW)?.isInvalidated).toBe(false);
  act(() => void show('sent'));
  await screen.findByText('Sent');
  expect(queryClient.getQueryState(OVERVIEW)?.isInvalidated).toBe(isRead);
});
