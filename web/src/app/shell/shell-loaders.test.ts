import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../api/fake-browser.ts';
import { endedAt, forgetEnd } from '../../api/session-end.ts';
import { requireDistribution, requireSession } from './shell-loaders.ts';

const user = { USER_TYPE: 'user', USERNAME: 'm', PROFILE_ID: 1, DISPLAY_NAME: 'M', ORGANISATION: 'O' };
const visit = (path: string) => ({ request: { url: `https://fleet.example${path}` } });

afterEach(() => {
  forgetEnd();
  vi.unstubAllGlobals();
});

test('right after sign-in the check is sent with the page that opens, not with that of sign-in', async () => {
  const { calls, location } = fakeBrowser(({ body }) =>
    body['route'] === 'session-check' ? { status: 200, user } : { status: 404, message: 'Enough.' },
  );
  // The address of the window changes only when the page is there.
  location.pathname = '/authentication/signin';
  localStorage.setItem('csrfToken', 'x');
  await expect(requireSession(visit('/track-vehicle?group=2'))).rejects.toMatchObject({ status: 404 });
  expect(calls[0]?.body).toEqual({ route: 'session-check', url_name: '/track-vehicle' });
});

test('a session that is over by then leads back to sign-in, and wipes local storage', async () => {
  const { location } = fakeBrowser(() => ({ status: 400, message: 'Ended.' }));
  location.pathname = '/authentication/signin';
  localStorage.setItem('login_user_data', JSON.stringify(user));
  await expect(requireSession(visit('/track-vehicle?group=2'))).rejects.toMatchObject({ status: 400 });
  expect(localStorage.length).toBe(0);
  expect(location.assign.mock.calls).toEqual([['/authentication/signin']]);
  expect(endedAt()).toBe('/track-vehicle?group=2');
});

test.each([403, 404, 500])(
  'without the privilege the start is looked for, and a menu answered with %i leads to sign-in',
  async (status) => {
    const { location } = fakeBrowser(({ body }) =>
      body['route'] === 'get-nav-menu' ? { status, message: 'No.' } : { status: 200, privilege: '0' },
    );
    localStorage.setItem('login_user_data', JSON.stringify(user));
    await expect(requireDistribution(visit('/dashboard/distribution-main'))).rejects.toMatchObject({ status });
    expect(localStorage.length).toBe(0);
    expect(location.assign.mock.calls).toEqual([['/authentication/signin']]);
  },
);
