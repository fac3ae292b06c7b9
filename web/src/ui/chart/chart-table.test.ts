import { expect, test } from 'vitest';
import { chartTable, MAX_TABLE_ROWS, thin } from './chart-table.ts';

const words = {
  category: 'Day',
  time: 'Time',
  series: 'Series',
  formatTime: (at: number) => `t${at}`,
  format: (value: number) => `${value} km`,
};

test('series over categories become a column each; a gap is a dash', () => {
  const data = {
    categories: ['Mon', 'Tue'],
    series: [
      { name: 'A', values: [1, null] },
      { name: 'B', values: [2] },
    ],
  };
  expect(chartTable({ kind: 'bar', data }, words)).toEqual({
    head: ['Day', 'A', 'B'],
    rows: [
      ['Mon', '1 km', '2 km'],
      ['Tue', '–', '–'],
    ],
  });
});

test('series with different times share one column of times, in order', () => {
  const series = [
    {
      name: 'A',
      points: [
        [3, 30],
        [1, 10],
      ] as const,
    },
    { name: 'B', points: [[2, 20]] as const },
  ];
  expect(chartTable({ kind: 'time', series }, words).rows).toEqual([
    ['t1', '10 km', '–'],
    ['t2', '–', '20 km'],
    ['t3', '30 km', '–'],
  ]);
});

test('a heat map is read row by row', () => {
  const spec = { kind: 'heatmap', columns: ['0 h', '1 h'], rows: ['Mon'], values: [[5, null]] } as const;
  expect(chartTable(spec, words).rows).toEqual([['Mon', '5 km', '–']]);
});

test('a long series is thinned evenly and keeps both ends', () => {
  expect(thin([0, 1, 2, 3, 4, 5, 6, 7, 8], 5)).toEqual([0, 2, 4, 6, 8]);
  const points = Array.from({ length: 5000 }, (_, at) => [at, at] as const);
  const { rows } = chartTable({ kind: 'time', series: [{ name: 'A', points }] }, words);
  expect(rows).toHaveLength(MAX_TABLE_ROWS);
  expect(rows.at(-1)?.[0]).toBe('t4999');
});
