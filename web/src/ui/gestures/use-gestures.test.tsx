// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useGestures } from './use-gestures.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const spies = { onTap: vi.fn(), onPress: vi.fn(), onClick: vi.fn() };

function Target({ fingersOnly }: { fingersOnly?: boolean }) {
  const { onClick, ...handlers } = spies;
  const gestures = useGestures({ fingersOnly: fingersOnly ?? false, ...handlers });
  return (
    <div {...gestures}>
      <button type="button" onClick={onClick}>
        target
      </button>
    </div>
  );
}

/** Holds the target for this time and releases it; a browser makes a click of it. */
function hold(ms: number, pointer: Partial<PointerEventInit> = {}, target = <Target />): string[] {
  for (const handler of Object.values(spies)) handler.mockClear();
  const button = render(target).getByRole('button');
  const touch = { button: 0, isPrimary: true, pointerType: 'touch', clientX: 30, clientY: 40, ...pointer };
  fireEvent.pointerDown(button, touch);
  vi.advanceTimersByTime(ms);
  fireEvent.pointerUp(button, touch);
  fireEvent.click(button);
  cleanup();
  return Object.entries(spies).flatMap(([name, handler]) => (handler.mock.calls.length > 0 ? [name] : []));
}

test('a press reports its position, and is not a click', () => {
  expect(hold(251)).toEqual(['onPress']);
  expect(spies.onPress).toHaveBeenCalledWith(expect.objectContaining({ x: 30, y: 40 }));
});

test('a tap is a click as well', () => {
  expect(hold(0)).toEqual(['onTap', 'onClick']);
});

test('a second finger ends it', () => {
  expect(hold(500, { isPrimary: false })).toEqual(['onClick']);
});

test('the mouse is left alone where only fingers are meant', () => {
  expect(hold(500, { pointerType: 'mouse' })).toEqual(['onPress']);
  expect(hold(500, { pointerType: 'mouse' }, <Target fingersOnly />)).toEqual(['onClick']);
  expect(hold(500, { pointerType: 'pen' }, <Target fingersOnly />)).toEqual(['onPress']);
});
