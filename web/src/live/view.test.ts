import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createView } from './view.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('changes within 0.3 s are sent as one frame, and an equal view is not sent again', () => {
  const send = vi.fn();
  const view = createView(send);
  view.setBounds([-57, -35, -56, -34]);
  view.setWatch('selected', [7]);
  view.setWatch('rows', [7, 8]);
  vi.advanceTimersByTime(300);
  expect(send.mock.calls).toEqual([[{ t: 'view', bounds: [-57, -35, -56, -34], watch: [7, 8] }]]);
  view.setWatch('rows', [8]);
  vi.advanceTimersByTime(300);
  expect(send).toHaveBeenCalledTimes(1);
});

test('at most 500 vehicles are watched, the selected one among them', () => {
  const view = createView(() => undefined);
  view.setWatch('selected', [9999]);
  view.setWatch(
    'rows',
    Array.from({ length: 700 }, (_, index) => index + 1),
  );
  expect(view.frame().watch).toHaveLength(500);
  expect(view.frame().watch[0]).toBe(9999);
});
