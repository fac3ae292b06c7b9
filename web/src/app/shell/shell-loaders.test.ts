import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../api/fake-browser.ts';
import { endedAt, forgetEnd } from '../../api/session-end.ts';
import { startTexts } from '../../text/i18n.ts';
import { requireDistribution, requireSession } from './shell-loaders.ts';

const user = { USER_TYPE: 'user', USERNAME: 'm', PROFILE_ID: 1, DISPLAY_NAME: 'M', ORGANISATION: 'O' };
const visit = (path: string) => ({ request: { url: `https://fleet.example${path}` } });

beforeAll(startTexts);
afterEach(() => {
  forgetEnd();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('right after sign-in the check is sent with the page that opens, not with that of sign-in', async () => {
  const { calls, location } = fakeBrowser(({ body }) =>
    body['route'] === 'session-check' ? { status: 200, user } : { status: 404, message: 'Enough.' },
  );
  // The window's address changes only when the page is loaded.
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

describe('without a connection', () => {
  const PROFILE = { language: 'en', timeZone: 'UTC', organisationTimeZone: 'UTC', units: 'metric' };
  const open = (offline: boolean, cookie = '') => {
    const { calls, document } = fakeBrowser(() => {
      throw new TypeError('Failed to fetch');
    });
    document.cookie = cookie;
    vi.stubGlobal('document', Object.assign(document, { documentElement: {} }));
    localStorage.setItem('login_user_data', JSON.stringify(user));
    localStorage.setItem('panel_settings', JSON.stringify({ offline }));
    localStorage.setItem('kept_get-setup', JSON.stringify({ status: 200, profile: PROFILE }));
    return calls;
  };

  test('the cached shell opens after only the check was tried', async () => {
    const calls = open(true);
    expect(await requireSession(visit('/vehicle-info'))).toBeNull();
    expect(calls.map(({ body }) => body['route'])).toEqual(['session-check', 'session-check']);
  });

  test.each([
    ['who does not want to work offline', false, ''],
    ['who has signed out', true, 'milepost-sign-out=due'],
  ])('it does not for %s', async (_who, offline, cookie) => {
    open(offline, cookie);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await expect(requireSession(visit('/vehicle-info'))).rejects.toMatchObject({ status: 0 });
  });
});
