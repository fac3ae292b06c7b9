import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from './fake-browser.ts';
import { beginSignOut, endedAt, endSession, forgetEnd, hadSession, isLeaving } from './session-end.ts';

afterEach(() => vi.unstubAllGlobals());

test('on the sign-in page itself the session ends without a notice and without reloading the page', () => {
  const { location } = fakeBrowser(() => ({ status: 200 }));
  location.pathname = '/authentication/signin';
  localStorage.setItem('csrfToken', 'x');
  void endSession();
  expect(localStorage.length).toBe(0);
  expect(endedAt()).toBeNull();
  expect(location.assign).not.toHaveBeenCalled();
});

test.each(['forgot-password', 'reset-password'])('%s is for people without a session: it is not left', (name) => {
  const { location } = fakeBrowser(() => ({ status: 200 }));
  localStorage.setItem('csrfToken', 'x');
  void endSession(`/authentication/${name}?from=mail`);
  expect(localStorage.length).toBe(0);
  expect(location.assign).not.toHaveBeenCalled();
  expect(isLeaving()).toBe(false);
});

test('page-not-found is left for sign-in, and nobody is led back to it', () => {
  const { location } = fakeBrowser(() => ({ status: 200 }));
  void endSession('/authentication/page404');
  expect(location.assign.mock.calls).toEqual([['/authentication/signin']]);
  expect(isLeaving()).toBe(true);
  expect(endedAt()).toBeNull();
});

test('a link opened without a session shows no notice of an ended one; the next call remembers a session', () => {
  fakeBrowser(() => ({ status: 200 }));
  void endSession('/vehicle-info/7');
  expect([endedAt(), hadSession()]).toEqual(['/vehicle-info/7', false]);
  localStorage.setItem('csrfToken', 'x');
  void endSession('/vehicle-info/7');
  void endSession('/vehicle-info/7');
  expect([endedAt(), hadSession()]).toEqual(['/vehicle-info/7', true]);
  forgetEnd();
  expect(hadSession()).toBe(false);
});

test('a session that ends while a navigation leaves sign-in leads back there, with the way it was on', () => {
  const { location } = fakeBrowser(() => ({ status: 200 }));
  location.pathname = '/authentication/signin';
  void endSession('/track-vehicle');
  expect(location.assign.mock.calls).toEqual([['/authentication/signin']]);
  expect(endedAt()).toBe('/track-vehicle');
});

test('the way back never leads to another site', () => {
  const { location } = fakeBrowser(() => ({ status: 200 }));
  location.pathname = '//evil.example/vehicle-info';
  void endSession();
  expect(endedAt()).toBe('/evil.example/vehicle-info?page=2');
});

test('an end that the person requested leaves no notice, even if other calls fail by it', () => {
  const { location } = fakeBrowser(() => ({ status: 200 }));
  void endSession();
  expect(endedAt()).toBe('/vehicle-info?page=2');
  beginSignOut();
  void endSession();
  expect(endedAt()).toBeNull();
  expect(location.assign).toHaveBeenCalledOnce();
});
