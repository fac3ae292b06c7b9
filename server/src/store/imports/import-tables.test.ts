import { expect, test } from 'vitest';
import type { Queryable } from '../database.ts';
import { recodeLines } from './import-tables.ts';

/** Takes longer than one slice. */
function slowly(cell: string): string {
  const until = performance.now() + 10;
  while (performance.now() < until);
  return `"${cell}"`;
}

test('letters are recoded in slices of the event loop, whatever a line contains', async () => {
  let ticks = 0;
  let isOver = false;
  const count = () => {
    ticks += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const cells = Array.from({ length: 20 }, (_none, index) => `c${index}`);
  const answers = [[{ line: 2, cells }], []];
  const written: unknown[] = [];
  const query = (statement: string, values: unknown[]) => {
    if (!statement.startsWith('UPDATE')) return Promise.resolve({ rows: answers.shift() ?? [] });
    written.push(JSON.parse(String(values[1])));
    return Promise.resolve({ rows: [] });
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is asked of a database here
  await recodeLines({ query } as unknown as Queryable, { id: 1, organisationId: 1 }, slowly);
  isOver = true;
  expect(ticks).toBeGreaterThanOrEqual(cells.length);
  expect(written).toEqual([[{ line: 2, cells: cells.map((cell) => `"${cell}"`) }]]);
});
