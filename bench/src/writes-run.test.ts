import { expect, it } from 'vitest';
import { benchWrites } from './writes-run.ts';

it('writes in all three ways', { timeout: 120_000 }, async () => {
  const figures = await benchWrites({ seconds: 0.1, batch: 20 });
  expect(figures.binaryArrays).toBeGreaterThan(0);
  expect(figures.textArrays).toBeGreaterThan(0);
  expect(figures.rowByRow).toBeGreaterThan(0);
});
