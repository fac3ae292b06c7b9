// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { RouteOutlet } from '@milepost/contract/route-stop';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../api/fake-browser.ts';
import { queryClient } from '../../../api/query-client.ts';
import { loadTexts, startTexts } from '../../../text/i18n.ts';
import { newStop } from './edit-stops.ts';
import { ProposeOrder } from './propose-order.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const outlet = (id: number): RouteOutlet => ({
  id,
  code: `S${id}`,
  name: `Shop ${id}`,
  place: { lat: 0, lon: id / 100 },
  state: 'active',
  deleted: false,
  hours: null,
  serviceS: 600,
});
const run = (ids: number[], drivingM: number) => ({
  stops: ids.map((outletId) => ({ outletId })),
  endsAt: '2026-03-02T09:00:00Z',
  drivingM,
  drivingS: 0,
  waitS: 0,
  lateS: 0,
  lateStops: 0,
  closedStops: 0,
});

test.each([
  [true, 'router', 'Distances and times from the routing service.'],
  [false, 'router', 'Distances and times from the routing service.'],
  [true, 'own-router-away', 'The routing service did not respond'],
  [false, 'own-router-away', 'The routing service did not respond'],
  [false, 'own', null],
] as const)('a proposal (better: %s) shows how it was measured by %s', async (better, driving, basis) => {
  const proposal = {
    better,
    driving,
    startsAt: '2026-03-02T08:00:00Z',
    given: run([1, 2, 3], 9000),
    proposed: run(better ? [1, 3, 2] : [1, 2, 3], 8000),
  };
  localStorage.setItem('csrfToken', 'x');
  fakeServer(({ body }) => ({ status: 200, ...(body['route'] === 'propose-route-order' ? proposal : { done: null }) }));
  const plan = { day: '2026-03-02', startMin: 480, begin: null, end: null, driving: { factor: 1, speedKph: 30 } };
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <ProposeOrder {...plan} stops={[1, 2, 3].map((id) => newStop(outlet(id)))} onAccept={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Propose an order' }));
  await screen.findByText(better ? 'A better order' : 'No better order was found.');
  if (basis === null) expect(screen.queryByText(/router/)).toBeNull();
  else expect(screen.getByText(new RegExp(basis)).textContent).toContain(basis);
});
