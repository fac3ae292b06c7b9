import { expect, test, vi } from 'vitest';
import { fetchAll } from './fetch-all.ts';

const rowsOf = (total: number) =>
  vi.fn((page: number, size: number) =>
    Promise.resolve({
      total,
      rows: Array.from(
        { length: Math.max(0, Math.min(size, total - (page - 1) * size)) },
        (_, n) => (page - 1) * size + n,
      ),
    }),
  );

test.each([
  [0, 1],
  [499, 1],
  [500, 1],
  [1201, 3],
])('%i rows come in %i pages, each row once', async (total, pages) => {
  const fetchPage = rowsOf(total);
  expect(await fetchAll(fetchPage)).toEqual(Array.from({ length: total }, (_, n) => n));
  expect(fetchPage).toHaveBeenCalledTimes(pages);
});

test('reports its progress', async () => {
  const seen: [number, number][] = [];
  await fetchAll(rowsOf(501), (done, total) => seen.push([done, total]));
  expect(seen).toEqual([
    [500, 501],
    [501, 501],
  ]);
});

test('ends when a server promises more than it gives', async () => {
  const fetchPage = vi.fn(() => Promise.resolve({ rows: [1], total: 99 }));
  expect(await fetchAll(fetchPage)).toEqual([1]);
});
