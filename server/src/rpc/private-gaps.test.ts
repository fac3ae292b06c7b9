import { expect, it } from 'vitest';
import type { TrackPage } from '../store/tracks/positions.ts';
import { privateGaps } from './private-gaps.ts';

/** Pages of two fixes each. */
async function* pagesOf(times: readonly number[]): AsyncGenerator<TrackPage> {
  for (let at = 0; at < times.length; at += 2) {
    const time = Float64Array.from(times.slice(at, at + 2));
    const zeros = new Int16Array(time.length);
    const none = new Int32Array(time.length);
    yield { length: time.length, time, lat: none, lon: none, speed: zeros, course: zeros };
  }
}

const spansOf = async (fixes: readonly number[], sealed: readonly number[]) => {
  const gaps = privateGaps(sealed);
  for await (const page of gaps.noted(pagesOf(fixes))) expect(page.length).toBeGreaterThan(0);
  return gaps.spans().map(({ from, to }) => [Date.parse(from), Date.parse(to)]);
};

it('sealed reports without a fix between them are one private time', async () => {
  expect(await spansOf([10, 20, 60, 70, 90], [30, 40, 50, 75, 95, 99])).toEqual([
    [30, 50],
    [75, 75],
    [95, 99],
  ]);
  expect(await spansOf([10, 20], [])).toEqual([]);
  expect(await spansOf([], [5, 6])).toEqual([[5, 6]]);
  const many = await spansOf(
    Array.from({ length: 2000 }, (_, index) => index * 10),
    Array.from({ length: 2000 }, (_, index) => index * 10 + 5),
  );
  expect(many).toHaveLength(1000);
  expect(many.at(-1)).toEqual([9995, 19_995]);
});

it('two fixes are apart if a report between them is sealed', () => {
  const { isBetween } = privateGaps([30, 40]);
  expect([isBetween(10, 20), isBetween(20, 30), isBetween(31, 39), isBetween(35, 45), isBetween(41, 99)]).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
  expect(privateGaps([]).isBetween(0, 100)).toBe(false);
});
