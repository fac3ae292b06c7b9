import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from './fake-browser.ts';
import { endedAt, forgetEnd, isLeaving } from './session-end.ts';
import { checkSession } from './session.ts';

afterEach(() => {
  forgetEnd();
  vi.unstubAllGlobals();
});

test.each([400, 403, 404, 422, 429, 500])(
  'answered with %i it clears local storage and leads to sign-in, from the requested page',
  async (status) => {
    const { location } = fakeBrowser(() => ({ status, message: 'No.' }));
    localStorage.setItem('login_user_data', '{}');
    localStorage.setItem('theme', 'dark');
    await expect(checkSession('/history?day=2')).rejects.toMatchObject({ status });
    expect(localStorage.length).toBe(0);
    expect(location.assign.mock.calls).toEqual([['/authentication/signin']]);
    expect(endedAt()).toBe('/history?day=2');
    expect(isLeaving()).toBe(true);
  },
);

test('without any answer it ends nothing', async () => {
  const { location } = fakeBrowser(() => {
    throw new TypeError('Failed to fetch');
  });
  localStorage.setItem('login_user_data', '{}');
  await expect(checkSession()).rejects.toMatchObject({ status: 0 });
  expect(localStorage.length).toBe(1);
  expect(location.assign).not.toHaveBeenCalled();
  expect(isLeaving()).toBe(false);
});

test('it sends the path that is shown, or the one that a navigation leads to, without its query', async () => {
  const { calls } = fakeBrowser(() => ({ status: 200, user: {} }));
  localStorage.setItem('csrfToken', 'x');
  await checkSession();
  await checkSession('/history?day=2');
  expect(calls.map(({ body }) => body['url_name'])).toEqual(['/vehicle-info', '/history']);
});
