import { expect, it } from 'vitest';
import { orderInThread } from './order-in-thread.ts';

/** Stops on a line, in an order that maximises the distances. */
function manyStops(count: number) {
  const at = Array.from({ length: count }, (_, index) => (index * 37) % count);
  const places = [0, ...at, 0];
  const any = [{ from: 0, to: 1e9 }];
  return {
    stops: at.map(() => ({ demand: 0, service: 0, windows: any })),
    seconds: Float64Array.from(places.flatMap((a) => places.map((b) => Math.abs(a - b)))),
    start: 0,
  };
}

it('orders in a thread, reports progress, and respects its time limit', async () => {
  const progress: number[] = [];
  const { proposed } = await orderInThread(
    manyStops(200),
    new AbortController().signal,
    (done) => progress.push(done),
    300,
  );
  expect(proposed.calls).toHaveLength(200);
  expect(progress[0]).toBe(0);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
});

it('ends the thread when nobody waits any more', async () => {
  const gone = new AbortController();
  const ordering = orderInThread(manyStops(300), gone.signal, () => gone.abort(), 60_000);
  await expect(ordering).rejects.toMatchObject({ name: 'AbortError' });
});
