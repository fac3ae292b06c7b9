import { expect, it } from 'vitest';
import { inSlices, runSteps } from './slices.ts';

function* steps(count: number, each: () => void): Generator<undefined, string> {
  for (let step = 0; step < count; step += 1) {
    each();
    yield;
  }
  return 'done';
}

it('work in slices yields the loop after each of them', async () => {
  const order: string[] = [];
  // A slice of zero length is over after one step.
  const slices = inSlices('test', 1, 0);
  const running = runSteps(
    steps(3, () => {
      order.push('step');
      setImmediate(() => order.push('other'));
    }),
    slices,
  );
  await expect(running).resolves.toBe('done');
  expect(order).toEqual(['step', 'other', 'step', 'other', 'step', 'other']);
});

it('work within its slice is done immediately', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('other'));
  await runSteps(
    steps(3, () => order.push('step')),
    inSlices('test', 1, Infinity),
  );
  expect(order).toEqual(['step', 'step', 'step']);
});
