import { beforeEach, expect, test, vi } from 'vitest';

vi.hoisted(() => {
  const held = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
    clear: () => held.clear(),
  });
});
import { composeUrl, receiverOf } from './mail-links.ts';
import { parseSettings, readSettings, saveSetting } from './settings.ts';
import { clearUsage, countScreen, ranked, readUsage, screenOf } from './usage.ts';

beforeEach(() => localStorage.clear());

test('usage is not counted, and updates and notifications are on, until someone chooses otherwise', () => {
  expect(parseSettings(null)).toEqual({
    'report-usage': false,
    'email-redirect': false,
    notifications: true,
    'auto-updates': true,
    offline: false,
    location: false,
  });
});

test('stored switches are read, and invalid ones are not', () => {
  saveSetting('notifications', false);
  saveSetting('offline', true);
  expect(parseSettings(localStorage.getItem('panel_settings'))).toEqual(readSettings());
  expect(readSettings()).toMatchObject({ notifications: false, offline: true });
  expect(parseSettings('no json')['auto-updates']).toBe(true);
  expect(parseSettings('{"offline":"yes"}').offline).toBe(false);
});

test('a screen is an address without its ids', () => {
  expect(screenOf('/track-vehicle/17')).toBe('track-vehicle');
  expect(screenOf('/settings/devices')).toBe('settings/devices');
});

test('screens are counted in this browser and ranked by use', () => {
  for (const path of ['/admin/users', '/track-vehicle/3', '/track-vehicle/4']) countScreen(path);
  expect(ranked(readUsage())).toEqual([
    ['track-vehicle', 2],
    ['admin/users', 1],
  ]);
  clearUsage();
  expect(readUsage()).toEqual({});
});

test('an e-mail link names its receiver', () => {
  expect(receiverOf('mailto:a%40b.example?subject=x')).toBe('a@b.example');
  expect(receiverOf('https://b.example')).toBeNull();
});

test('mail is composed only where a webmail with https and a place for the receiver is given', () => {
  expect(composeUrl('https://mail.example/new?to={to}', 'a+b@c.example')).toBe(
    'https://mail.example/new?to=a%2Bb%40c.example',
  );
  expect(composeUrl('https://mail.example/new', 'a@c.example')).toBeNull();
  expect(composeUrl('javascript:alert("{to}")', 'a@c.example')).toBeNull();
});
