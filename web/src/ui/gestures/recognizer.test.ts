import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRecognizer } from './recognizer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The events of a finger that touches for `heldMs`, moving `movedPx` on the way. */
function touch(heldMs: number, movedPx = 0): string[] {
  const events: string[] = [];
  const recognizer = createRecognizer();
  recognizer.down({ x: 0, y: 0, time: 0 }, { onTap: () => events.push('tap'), onPress: () => events.push('press') });
  recognizer.move({ x: movedPx, y: 0, time: 1 });
  vi.advanceTimersByTime(heldMs);
  recognizer.up({ x: movedPx, y: 0, time: heldMs });
  vi.runAllTimers();
  return events;
}

test('up to 250 ms is a tap', () => {
  expect(touch(0)).toEqual(['tap']);
  expect(touch(250)).toEqual(['tap']);
});

test('from 251 ms on it is a press, and no tap follows', () => {
  expect(touch(251)).toEqual(['press']);
  expect(touch(2000)).toEqual(['press']);
});

test('a finger that moves is neither', () => {
  expect(touch(100, 30)).toEqual([]);
  expect(touch(400, 30)).toEqual([]);
  expect(touch(100, 5)).toEqual(['tap']);
});

test('a press is one even if the page was too busy to see it begin', () => {
  const events: string[] = [];
  const recognizer = createRecognizer();
  recognizer.down({ x: 0, y: 0, time: 0 }, { onTap: () => events.push('tap'), onPress: () => events.push('press') });
  // No timer ran in between.
  recognizer.up({ x: 0, y: 0, time: 251 });
  vi.runAllTimers();
  expect(events).toEqual(['press']);
});
