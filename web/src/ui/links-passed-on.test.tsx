// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fakeServer } from '../api/fake-browser.ts';
import { queryClient } from '../api/query-client.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { RunLinks } from './run-links/run-links.tsx';
import { NewLink } from './share/new-link.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const AT = '2026-03-02T08:00:00Z';
const MADE = { id: 1, outlet: null, createdAt: AT, createdBy: null, expiresAt: AT, lastUsedAt: null };
const ANSWERS: Readonly<Record<string, object>> = {
  'get-run-link-list': { rows: [], total: 0 },
  'create-share': { share: MADE, token: 'T' },
  'create-run-link': { link: MADE, token: 'T' },
};
const EDIT = { view: true, create: true, edit: true, delete: true };

function open(dialog: ReactNode, linkBase: string | null) {
  localStorage.setItem('csrfToken', 'x');
  const setup = { linkBase, permissions: { routes: EDIT, 'live-map': EDIT }, menuIds: {} };
  fakeServer(({ body }) => ({
    status: 200,
    ...(body['route'] === 'get-setup' ? setup : ANSWERS[String(body['route'])]),
  }));
  render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>{dialog}</QueryClientProvider>
    </MantineProvider>,
  );
}

const DIALOGS: [string, ReactNode, button: string, path: string][] = [
  ['share', <NewLink key="share" vehicleId={1} endedId={null} />, 'Create link', '/track-vehicle/shared#T'],
  ['run', <RunLinks key="run" runId={1} title="North" stops={[]} />, 'Link for the driver', '/drive#T'],
];

test.each(DIALOGS)(
  '%s: a link begins with the address at which others reach the server',
  async (_of, dialog, button, path) => {
    open(dialog, 'https://fleet.example.org/y');
    fireEvent.click(await screen.findByRole('button', { name: button }));
    await screen.findByDisplayValue(`https://fleet.example.org/y${path}`);
  },
);

test.each(DIALOGS)(
  '%s: a warning says beforehand that no link can be made, and none is offered',
  async (_of, dialog, button) => {
    open(dialog, null);
    await screen.findByText(/^Links cannot be created: /);
    expect(screen.queryByRole('button', { name: button })).toBeNull();
  },
);
