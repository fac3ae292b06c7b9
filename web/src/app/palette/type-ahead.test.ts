// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { createTypeAhead } from './type-ahead.ts';

const ahead = createTypeAhead();
/** Returns true if the page below received the key. */
const press = (key: string, more: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));

afterEach(() => {
  ahead.take();
  vi.useRealTimers();
});

test('keys typed before the field appears go to it, and not to the page', () => {
  const page = vi.fn();
  document.body.addEventListener('keydown', page);
  ahead.start();
  expect(['d', 'a', 's', 'j', 'Backspace', 'h', ' ', 'क', 'Enter'].map((key) => press(key))).not.toContain(true);
  expect(page).not.toHaveBeenCalled();
  expect(ahead.take()).toBe('dash क');
  expect(press('x')).toBe(true);
  expect(ahead.take()).toBe('');
});

test('shortcuts and keys that write nothing are the page’s', () => {
  ahead.start();
  expect(press('Tab')).toBe(true);
  expect(press('r', { ctrlKey: true })).toBe(true);
  expect(ahead.take()).toBe('');
});

test('it waits ten seconds at most, and not after Escape', () => {
  vi.useFakeTimers();
  ahead.start();
  vi.advanceTimersByTime(10_000);
  expect(press('a')).toBe(true);
  ahead.start();
  press('Escape');
  expect(press('a')).toBe(true);
});
