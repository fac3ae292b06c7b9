// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/fake-browser.ts';
import { queryClient } from '../../api/query-client.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { ProfileLinks } from './profile-links.tsx';

// A busy machine renders late.
configure({ asyncUtilTimeout: 10_000 });

const user = { USER_TYPE: 'user', USERNAME: 'm', PROFILE_ID: 4, DISPLAY_NAME: 'M', ORGANISATION: 'O' };

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a link for the profile id checks the session as every entry of the menu does', async () => {
  startTexts();
  await loadTexts('en');
  localStorage.setItem('login_user_data', JSON.stringify(user));
  localStorage.setItem('csrfToken', 'x');
  const profileLinks = { vehicleInstallation: [3], territorySettings: [4] };
  const calls = fakeServer(({ body }) =>
    body['route'] === 'get-setup' ? { status: 200, profileLinks } : { status: 200, user },
  );
  const router = createMemoryRouter([{ path: '*', element: <ProfileLinks closed={false} /> }], {
    initialEntries: ['/dashboard/main'],
  });
  const { findByText, queryByText } = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  fireEvent.click(await findByText('Territory Settings'));
  expect(queryByText('Vehicle Installation')).toBeNull();
  const requestBodies = () => calls.map(({ body }) => body).filter(({ route }) => route !== 'get-setup');
  await vi.waitFor(() => expect(requestBodies()).toEqual([{ route: 'session-check', url_name: '/dashboard/main' }]));
});
