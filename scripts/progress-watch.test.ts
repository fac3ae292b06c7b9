import { expect, it } from 'vitest';
import { ProgressWatch } from './progress-watch.ts';

const MINUTE = 60_000;
const file = (name: string) => ({ file: name, test: null, limitMs: 0 });

it('names the running test after five minutes of silence', () => {
  const watch = new ProgressWatch(0);
  watch.begins('a', file('a.test.ts'), 0);
  watch.begins('b', file('b.test.ts'), 0);
  watch.ends('a', 2 * MINUTE);
  expect(watch.stalled(7 * MINUTE - 1)).toBeNull();
  expect(watch.stalled(7 * MINUTE)).toBe('The tests made no progress for 5 minutes. Under way: b.test.ts.');
});

it('adds the limit of the running test, and names it instead of its file', () => {
  const watch = new ProgressWatch(0);
  watch.begins('a', file('a.test.ts'), 0);
  watch.begins('b', file('b.test.ts'), 0);
  watch.begins('b1', { file: 'b.test.ts', test: 'waits', limitMs: 10 * MINUTE }, 0);
  expect(watch.stalled(15 * MINUTE - 1)).toBeNull();
  expect(watch.stalled(15 * MINUTE)).toBe(
    'The tests made no progress for 15 minutes. Under way: b.test.ts > waits, a.test.ts.',
  );
  watch.ends('b1', 15 * MINUTE);
  expect(watch.stalled(16 * MINUTE)).toBeNull();
});

it('reports if nothing was running', () => {
  expect(new ProgressWatch(0).stalled(6 * MINUTE)).toBe(
    'The tests made no progress for 6 minutes. Nothing was under way.',
  );
});
