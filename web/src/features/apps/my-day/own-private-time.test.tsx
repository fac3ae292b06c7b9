// @vitest-environment happy-dom
import type { OwnTrip } from '@milepost/contract/own-trip-operations';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../api/fake-browser.ts';
import { queryClient } from '../../../api/query-client.ts';
import { loadTexts, startTexts } from '../../../text/i18n.ts';
import { OwnPrivateTime } from './own-private-time.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const trip = (id: number, state: OwnTrip['state'], markId: number | null = null): OwnTrip => ({
  id,
  registration: 'VAN 1',
  start: `2026-03-02T0${id}:00:00Z`,
  end: `2026-03-02T0${id}:30:00Z`,
  distanceM: 12_000,
  startAddress: 'Depot',
  endAddress: 'Harbour',
  state,
  markId,
});

function open(list: object, permissions: object) {
  localStorage.setItem('csrfToken', 'x');
  const sent: Record<string, unknown>[] = [];
  fakeServer(({ body }) => {
    if (body['route'] === 'get-setup') return { status: 200, permissions: { 'my-day': permissions }, menuIds: {} };
    if (body['route'] === 'get-own-trip-list') return { status: 200, ...list };
    sent.push(body);
    return { status: 200 };
  });
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <OwnPrivateTime />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return sent;
}

const MAY = { view: true, create: true };
const VEHICLE = { id: 5, registration: 'VAN 1', private: null };

test('a driver begins private time, marks a trip and takes a mark back', async () => {
  const rows = [trip(3, 'private', 9), trip(2, 'work'), trip(1, 'shared')];
  const sent = open({ rows, total: 3, vehicles: [VEHICLE] }, MAY);
  await screen.findByText('Private time');
  await waitFor(() => expect(screen.getByRole('switch').hasAttribute('disabled')).toBe(false));
  fireEvent.click(screen.getByLabelText('VAN 1: private from now on'));
  fireEvent.click(await screen.findByRole('button', { name: /^Mark the trip of/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^Take the private mark/ }));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent).toMatchObject([
    { route: 'start-own-private-time', vehicleId: 5 },
    { route: 'mark-own-trip', tripId: 2 },
    { route: 'take-back-own-mark', id: 9 },
  ]);
  expect(screen.getByText('Shared with another driver')).toBeTruthy();
});

test('private time that has begun says since when, and is ended by its switch', async () => {
  const begun = { ...VEHICLE, private: { markId: 4, since: '2026-03-02T08:00:00Z' } };
  const sent = open({ rows: [], total: 0, vehicles: [begun] }, MAY);
  const label = await screen.findByLabelText(/^VAN 1: private since .* until you turn it off$/);
  await waitFor(() => expect(label.hasAttribute('disabled')).toBe(false));
  fireEvent.click(label);
  await waitFor(() => expect(sent).toMatchObject([{ route: 'end-own-private-time', id: 4 }]));
});

test('without the right to mark, trips only say what they are', async () => {
  open({ rows: [trip(1, 'work')], total: 1, vehicles: [VEHICLE] }, { view: true, create: false });
  expect(await screen.findByText('Work')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('switch').hasAttribute('disabled')).toBe(true);
});
