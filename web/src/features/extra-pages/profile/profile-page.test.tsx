// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { Profile } from '@milepost/contract/profile-operations';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../api/fake-browser.ts';
import { queryClient } from '../../../api/query-client.ts';
import { loadTexts, startTexts, wantPageTexts } from '../../../text/i18n.ts';
import ProfilePage from './profile-page.tsx';

// A busy machine renders late.
configure({ asyncUtilTimeout: 10_000 });

const BEFORE: Profile = {
  id: 1,
  username: 'm',
  displayName: 'Mina',
  email: null,
  phone: null,
  photo: null,
  language: 'en',
  timeZone: '',
  organisationTimeZone: 'UTC',
  units: 'metric',
  organisation: 'O',
  roleName: 'R',
  twoFactor: false,
  twoFactorRequired: false,
  recoveryCodesLeft: 0,
  notifications: true,
  reminderBell: true,
  reminderMail: true,
  version: 1,
};

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
  await wantPageTexts();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

test('the next save does not restore values from before the last one', async () => {
  localStorage.setItem('csrfToken', 'x');
  vi.stubGlobal('isSecureContext', false);
  // On a slow network, a reload of the profile still returns the old values.
  const calls = fakeServer(({ body }) => {
    if (body['route'] === 'get-profile') return { status: 200, profile: BEFORE };
    if (body['route'] === 'get-setup') return { status: 200, permissions: {}, menuIds: {} };
    if (body['route'] !== 'update-profile') return { status: 200, rows: [] };
    return { status: 200, profile: { ...BEFORE, ...body } };
  });
  const saved = () => calls.map(({ body }) => body).filter(({ route }) => route === 'update-profile');
  const router = createMemoryRouter([{ path: '*', element: <ProfilePage /> }]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await type(/^Name/, 'Mina K');
  save();
  await waitFor(() => expect(saved()).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true));
  await type(/^Phone/, '+598 1');
  save();
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]).toMatchObject({ displayName: 'Mina K', phone: '+598 1' });
});
