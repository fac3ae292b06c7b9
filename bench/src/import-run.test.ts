import { expect, it } from 'vitest';
import { benchImport } from './import-run.ts';

it('imports and undoes all of its rows', { timeout: 120_000 }, async () => {
  const figures = await benchImport({ rows: 600 });
  expect(figures).toMatchObject({ created: 600, undone: 600 });
});
